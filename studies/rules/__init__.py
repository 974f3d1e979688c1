"""What the database itself keeps: its functions and triggers, in .sql files by noun.

The files are for reading, and for the test that compares them with a migrated database. Migrations
keep copies of their own, so that an applied migration never changes (docs/adr/0003).
"""

from pathlib import Path

FUNCTIONS = "functions.sql"  # called by the triggers of all other files


def statements() -> str:
    """Return the text of all files, in an order in which a database can run them."""
    files = sorted(Path(__file__).parent.glob("*.sql"), key=lambda file: file.name != FUNCTIONS)
    return "\n".join(file.read_text() for file in files)
