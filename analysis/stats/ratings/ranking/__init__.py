"""Which system stands above which, by the rankings of published evaluations."""
