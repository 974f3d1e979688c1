"""Ratings of texts: how far judges agree, and which systems are rated above which.

- `data`: ratings as arrays; `normalise`: what of them is compared.
- `describe`: means, the busiest judges, identical texts, Krippendorff's alpha.
- `icc`: how far do judges agree? `correlation`: do criteria measure the same?
- `pairs`: which system is rated above which? The rule that decides. `standing`: how each system
  stands to the mean of all.
- `ranking`, `bootstrap`, `trueskill`, `davidson`, `ticks`: how the RankME paper ranks, and what
  that stands for; shown beside the rule.
- `planning`: how many judges, items and texts?
"""
