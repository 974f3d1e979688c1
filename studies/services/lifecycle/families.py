"""Families of studies, which answer one question together, and what each must declare.

A family is a name within the studies of one owner, and a number. The plan of each study holds both,
so that neither can be chosen after seeing results.
"""

from studies.models import Study

SEQUENTIAL = (
    "A family needs plans with a fixed number of evaluations: Holm's correction is made on "
    "p-values, and a sequential plan has none for similarity."
)


def problems_of(study: Study) -> list[str]:
    """Say what stands against opening the study as one of its family."""
    if not study.family:
        return []
    found = [SEQUENTIAL] if study.method == Study.Method.SEQUENTIAL else []
    others = list(
        Study.objects.of_family(study).exclude(pk=study.pk).values_list("family_size", flat=True)
    )
    sizes = set(others)
    if sizes and sizes != {study.family_size}:
        found.append(
            f"The family “{study.family}” was declared with {max(filter(None, sizes))} studies: "
            "write the same number, or another name."
        )
    elif study.family_size is not None and len(others) >= study.family_size:
        found.append(
            f"All {study.family_size} studies of the family “{study.family}” have been opened: "
            "write another name."
        )
    return found


def known_size(study: Study) -> int | None:
    """Return how many studies the family has by those that were opened; None where none was."""
    return Study.objects.of_family(study).values_list("family_size", flat=True).first()
