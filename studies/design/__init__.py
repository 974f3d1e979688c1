"""Plan triads: which three texts are shown together, in which order.

Pure Python. The same seed and texts give the same plan on every machine and every Python: draws
come from SHA-256 alone, from texts ordered by code points.
"""

from studies.design.draws import Draws
from studies.design.plan import CannotFillError, PlannedTriad, blocks_for, plan_blocks
from studies.design.problems import Problem, plan_problems
from studies.design.texts import (
    ORDERS,
    SEED_BYTES,
    SUBJECTS,
    Pairing,
    Protocol,
    Subject,
    Text,
    content_hash,
    image_part,
    in_plan_order,
    odd_position,
    orders_of,
)

__all__ = [
    "ORDERS",
    "SEED_BYTES",
    "SUBJECTS",
    "CannotFillError",
    "Draws",
    "Pairing",
    "PlannedTriad",
    "Problem",
    "Protocol",
    "Subject",
    "Text",
    "blocks_for",
    "content_hash",
    "image_part",
    "in_plan_order",
    "odd_position",
    "orders_of",
    "plan_blocks",
    "plan_problems",
]
