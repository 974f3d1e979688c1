"""What the report says of a rating study: methods, design statement, datasheet, and its paper.

`contents` and `paper.content` choose by kind (docs/adr/0026).
"""
