"""Ways to an account without an administrator: a university's sign-in, a colleague's invitation."""
