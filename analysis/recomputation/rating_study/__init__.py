"""From the ratings of sheets to a stored result and verdict.

- `answered` takes the ratings of a study from the database, in one statement.
- `numbers` is what a result and a verdict hold of them, frozen, as JSON and back.
- `compute` makes the one from the other: means while answers come in, all else once they are in.
- `counting` and `verdicts` are what `store` asks of a study of this kind.
"""
