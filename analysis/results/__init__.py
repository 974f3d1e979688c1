"""What a page, a file or a program is told of one study."""
