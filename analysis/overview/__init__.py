"""Where studies stand: the cards of all of them, and the first page of one."""
