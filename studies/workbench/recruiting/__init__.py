"""Links, invitations and judges of a study, as researchers see them."""
