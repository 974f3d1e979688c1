"""What the API takes and gives, by noun. Forms and services decide which values make sense."""
