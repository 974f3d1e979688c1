"""How judges leave: done, for now, or with their answers taken back."""
