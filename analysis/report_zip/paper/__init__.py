"""The report to be read: one content, as a PDF and as a page that prints well."""
