"""Every write that touches more than one row or takes a lock: functions, a folder for each job."""
