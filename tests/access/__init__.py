"""The walk of `tests/test_access.py`: every address, its people and what they may expect."""
