"""What readers of a paper ask for beside its numbers: a design statement and a datasheet.

Both are in English and in our own words: what the platform knows is filled in, what it cannot know
stands as the researchers reported it (`lifecycle.reporting`), else as "not reported".
"""

from analysis.report_zip.documents.datasheet import datasheet
from analysis.report_zip.documents.facts import StudyFacts
from analysis.report_zip.documents.render import Document, as_latex, as_markdown
from analysis.report_zip.documents.statement import statement
from analysis.report_zip.markup import latex_document


def documents_of(facts: StudyFacts) -> dict[str, Document]:
    """Return the design statement and the datasheet, by the names of their files."""
    return {"design_statement": statement(facts), "heds_datasheet": datasheet(facts)}


def document_files(found: dict[str, Document]) -> dict[str, str]:
    """Return each document as Markdown and as LaTeX, by the names of their files."""
    return {
        **{f"{name}.md": as_markdown(document) for name, document in found.items()},
        **{f"{name}.tex": latex_document(as_latex(document)) for name, document in found.items()},
    }
