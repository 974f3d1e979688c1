"""The judge's page of a sheet in a rating study."""
