"""Can a plain program tell the texts of A from those of B by their letters alone?

- `judge`: the classifier, its accuracy, and p by permuting A and B within items.
- `grams`: texts as rows of character n-grams.
- `telling`: the pieces of text that speak for a subject.
"""

from .judge import MachineJudge, Why, d_prime_of_accuracy, drawn, machine_judge, told_as
from .telling import Telling

__all__ = [
    "MachineJudge",
    "Telling",
    "Why",
    "d_prime_of_accuracy",
    "drawn",
    "machine_judge",
    "told_as",
]
