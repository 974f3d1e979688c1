"""The form of a study, by the steps in which it is filled in."""
