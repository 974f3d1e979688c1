"""Everything a paper needs of a study as one ZIP, streamed from one moment of the database."""
