"""What happened beside the plan, as short sentences: none where nothing of it happened."""

from analysis.verdict_text.snapshot import Conduct, GivenVerdict, ResultSnapshot

# So many codes of other studies are named in a sentence; the details have all.
MOST_NAMED = 2


def conduct_sentences(snapshot: ResultSnapshot) -> tuple[str, ...]:
    """Return what a reader of the results is told of how the study went."""
    counts, conduct = snapshot.counts, snapshot.conduct
    found = (
        surplus_answers(counts.surplus),
        recruitment_changed(conduct),
        reopened(conduct.reopened),
        withdrawn_in_sight(
            counts.withdrawn_in_sight,
            decided=snapshot.verdict is not None,
            thing="answer" if snapshot.rated is None else "sheet",
        ),
        back_from_pilot(counts.back_from_pilot),
        same_texts(conduct),
    )
    return tuple(sentence for sentence in found if sentence)


def surplus_answers(answers: int) -> str:
    """Return how many answers are kept and not counted since they came too late."""
    if not answers:
        return ""
    kept = (
        "answer is kept and not counted: it"
        if answers == 1
        else ("answers are kept and not counted: they")
    )
    return (
        f"{answers} surplus {kept} came after the texts had been given to another judge, or after "
        "the study had ended."
    )


def recruitment_changed(conduct: Conduct) -> str:
    """Return how links and the list of excluded ids were changed after the first answer."""
    changes = [
        f"{number_of(number, 'link')} {change}"
        for number, change in (
            (conduct.links_added, "added"),
            (conduct.links_revoked, "revoked"),
            (conduct.links_changed, "given another end or number of places"),
        )
        if number
    ]
    if conduct.excluded_ids_changed:
        changes.append("the list of excluded ids changed")
    if not changes:
        return ""
    return f"Who could take part was changed after the first answer: {', '.join(changes)}."


def reopened(times: int) -> str:
    """Return how often the study was closed and opened again when results could be seen."""
    if not times:
        return ""
    often = "" if times == 1 else f" {times} times"
    return f"The study was closed and opened again{often} after results could be seen."


def withdrawn_in_sight(answers: int, *, decided: bool, thing: str) -> str:
    """Return how many were taken back, before a verdict, while results could be seen."""
    if not answers:
        return ""
    were = "was" if answers == 1 else "were"
    before = " before the verdict," if decided else ""
    return f"{number_of(answers, thing)} {were} withdrawn{before} while results could be seen."


def back_from_pilot(judges: int) -> str:
    """Return how many judges had been pilot judges before."""
    if not judges:
        return ""
    return (
        f"{number_of(judges, 'judge')} with counted answers had been pilot judges of this "
        f"study before (the same id, browser or person invited)."
        if judges > 1
        else "1 judge with counted answers had been a pilot judge of this study before (the same "
        "id, browser or person invited)."
    )


def same_texts(conduct: Conduct) -> str:
    """Return how many other studies of the same texts there were, and which the reader may see."""
    shown, number = conduct.same_texts_titles, conduct.same_texts_number
    found = []
    if number:
        studies = "1 other study" if number == 1 else f"{number} other studies"
        named = ", ".join(f"“{title}”" for title in shown[:MOST_NAMED])
        if len(shown) > MOST_NAMED:
            named += f" and {len(shown) - MOST_NAMED} more"
        which = f" ({named})" if named and number == len(shown) else ""
        if named and number > len(shown):
            which = f" (you may see {named})"
        found.append(f"{studies}{which}")
    if conduct.same_texts_erased:
        erased = conduct.same_texts_erased
        found.append("1 that was erased" if erased == 1 else f"{erased} that were erased")
    if not found:
        return ""
    return f"The same texts were also tested in {' and in '.join(found)}."


def attention(snapshot: ResultSnapshot, verdict: GivenVerdict) -> str:
    """Return how many attention triads were passed, beside a verdict of similarity."""
    passed = snapshot.counts.attention
    if verdict.outcome != "similarity" or passed is None:
        return ""
    if not passed.counted:
        return (
            "No attention triads: bots and judges who do not read guess, and guessing looks "
            "like similarity."
        )
    return (
        f"Attention triads passed: {passed.correct} of {passed.counted}. Bots and judges who do "
        "not read guess, and guessing looks like similarity."
    )


def held_then(verdict: GivenVerdict, gone: int, thing: str) -> str:
    """Say that a verdict holds what it was given on, of which judges have withdrawn some since."""
    was = "was" if gone == 1 else "were"
    return (
        f"The verdict and its numbers are of the {number_of(verdict.counted, thing)} of its time; "
        f"{gone} of them {was} withdrawn since."
    )


def number_of(number: int, thing: str) -> str:
    """Return a number of things in words: 1 link, 2 links."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
