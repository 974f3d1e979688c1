"""What happened beside the plan, and what other studies have to do with it: read for one reader."""
