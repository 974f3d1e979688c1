"""Ratings of texts: how far judges agree, and which systems are rated above which."""
