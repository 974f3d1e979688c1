"""Several answers of each judge: the beta-binomial fit, and planning."""
