"""What beside the difference asked for tells texts apart, and in which order it is told."""
