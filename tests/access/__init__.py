"""The walk through every address of the site, and what each role may expect there."""
