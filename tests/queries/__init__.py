"""How many queries each page costs, and that more rows do not make them more."""
