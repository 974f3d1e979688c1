"""Simulating a rating study before it opens, through its own sheets and its own rule.

- `monte_carlo` plays many studies and counts which systems are separated; no Django, no database.
- `job` does it and stores the result; `forms` and `views` are the page.
"""
