"""Every write that touches more than one row or takes a hold: plain functions, one file a noun."""
