"""Hostile requests to every address in every role: no answer may be an error of ours."""
