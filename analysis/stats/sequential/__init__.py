"""Answers one by one: Wald's test, estimates after it, and evidence while watching."""
