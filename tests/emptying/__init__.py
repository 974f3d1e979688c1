"""An app under test alone: how all tables are emptied after a test with transactions of its own."""
