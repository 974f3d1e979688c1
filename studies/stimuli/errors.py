"""Why a file cannot be read."""

MESSAGES = {
    "too_big": "The file has {megabytes} MB; at most {limit} MB can be uploaded.",
    "workbook": (
        "This spreadsheet file cannot be read: it is damaged, or locked with a password. Open it "
        "and save it anew, or copy the table and paste it."
    ),
    "not_a_workbook": (
        "The name of this file is that of a spreadsheet, but it is none. Open it and save it as "
        "Excel workbook or as CSV."
    ),
    "workbook_too_large": (
        "The sheet reaches over more than {rows:,} rows or {columns:,} columns, or takes too long "
        "to read. Copy the table into a new file."
    ),
    "bad_json": (
        "Line {line} cannot be read as JSON: the file must be an array of objects, or hold one "
        "object on each line."
    ),
    "binary": "This is not a text file: it holds characters that no text has (line {line}).",
    "pdf": "This is a PDF. Copy its table into a spreadsheet, or save it as CSV, and upload that.",
    "nul": "Line {line} holds a NUL character, which no text has. Save the file as CSV again.",
    "surrogate": "Line {line} holds half a character (a lone surrogate). Save the file again.",
    "broken_utf8": "Line {line} is damaged: the file is UTF-8, but not all of it.",
    "broken_utf16": "The file starts as UTF-16, but is damaged or cut off (line {line}).",
    "unknown_encoding": (
        "The characters of line {line} cannot be read. Save the file as “CSV UTF-8”."
    ),
    "other_encoding": "Line {line} cannot be read as {encoding}. Choose another encoding.",
    "zip_damaged": "The ZIP is damaged or cut off. Make it again.",
    "zip_locked": "“{name}” in the ZIP is locked with a password. Make a ZIP without one.",
    "zip_path": (
        "“{name}” in the ZIP is not a plain path (such as images/day1.png). Make the ZIP from one "
        "folder that holds the table and the images."
    ),
    "zip_link": "“{name}” in the ZIP is a link, not a file. Put the file itself into the ZIP.",
    "zip_nested": "“{name}” in the ZIP is an archive itself. Put the files into the ZIP directly.",
    "zip_twice": "The ZIP holds “{name}” twice. Give every file a name of its own.",
    "zip_many": "The ZIP holds {files} files; at most {limit} are allowed.",
    "zip_method": "“{name}” is packed in a way that cannot be read. Make a plain ZIP.",
    "zip_too_big": (
        "“{name}” unpacks to more than {limit} MB. Make it smaller, or leave it out of the ZIP."
    ),
    "zip_unpacked": "The ZIP unpacks to more than {limit} MB. Divide it into several.",
    "zip_no_table": "The ZIP holds no table: put the CSV file beside the images.",
    "zip_tables": "The ZIP holds more than one table: {names}. Leave only one in it.",
    "empty_file": "The file is empty.",
    "no_rows": (
        "There is a line of column names, but no row below it. (In a spreadsheet, formulas that no "
        "program has calculated look empty: open the file in the spreadsheet program and save it.)"
    ),
    "missing_columns": (
        "Columns are missing: {missing}. The first line must name the columns subject, item and "
        "text; it names: {found}."
    ),
    "duplicate_columns": "The first line names a column twice: {columns}.",
    "bad_quotes": (
        "Row {row}: a quotation mark opens this cell and is not closed, or something follows the "
        "closing mark. A cell that starts with a quotation mark must be quoted as a whole, with "
        "each mark inside it doubled."
    ),
    "too_many_columns": "Row {row} has more than {limit:,} columns. Save the table anew.",
    "cell_too_long": (
        "Row {row} holds a cell of more than {limit:,} characters: a quotation mark may not be "
        "closed."
    ),
    "too_many_rows": "There are more than {limit:,} rows; at most {limit:,} can be uploaded.",
}


class UploadError(ValueError):
    """A file or pasted table that cannot be read: a code of `MESSAGES` and its parameters.

    Rows are counted as in a spreadsheet (the column names are row 1), lines as in an editor (a cell
    may have many lines).
    """

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(MESSAGES[code].format(**params))
        self.code = code
        self.params = params
