"""The list of what is in the image says what the lock says."""

from scripts.sbom import document
from tests.project.test_packaging import CHECKOUT, PIN, PROJECT

LOCK = (CHECKOUT / "requirements" / "production.txt").read_text()


def test_it_holds_each_package_of_the_lock_with_its_hashes() -> None:
    components = document(LOCK)["components"]
    assert [(one["name"], one["version"]) for one in components] == [
        (pin["name"], pin["version"]) for pin in PIN.finditer(LOCK)
    ]
    assert sum(len(one["properties"]) for one in components) == LOCK.count("--hash=")
    assert len({one["bom-ref"] for one in components}) == len(components)


def test_each_package_is_asked_for_by_one_that_is_there() -> None:
    written = document(LOCK)
    links = {one["ref"]: one["dependsOn"] for one in written["dependencies"]}
    of_ours = links[written["metadata"]["component"]["bom-ref"]]
    assert any(purl.startswith("pkg:pypi/django@") for purl in of_ours)
    assert len(of_ours) >= len(PROJECT["dependencies"])
    asked_for = {purl for purls in links.values() for purl in purls}
    assert asked_for == {one["purl"] for one in written["components"]}


def test_the_same_lock_gives_the_same_document_and_another_another() -> None:
    assert document(LOCK) == document(LOCK)
    assert document(LOCK)["serialNumber"] != document(LOCK + "\n")["serialNumber"]
