"""The methods paragraph of a report: what was planned, done and found, in English and Spanish."""
