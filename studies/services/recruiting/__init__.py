"""Links, invitations and excluded ids."""
