"""Rows of the CSV files."""

from collections.abc import Sequence
from typing import Any, ClassVar
from uuid import UUID

from rest_framework import serializers

from studies.api.serializers.fields import Serializer
from studies.exports import answers, ratings, sheets
from studies.exports.columns import Column

FIELD_OF_KIND = {
    str: serializers.CharField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    UUID: serializers.UUIDField,
}


class ColumnsOut(Serializer):
    """A row of a CSV file, with its columns."""

    columns: ClassVar[Sequence[Column]]
    # The path to the study, and what beside its own key the row is found by.
    study_path: ClassVar[str] = "study"
    keys: ClassVar[tuple[str, ...]] = ()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            column.name: FIELD_OF_KIND[column.kind](allow_null=column.null)
            for column in self.columns
        }


class AnswerOut(ColumnsOut):
    """One answer, as in the CSV file of answers."""

    columns = answers.COLUMNS


class SheetOut(ColumnsOut):
    """One rated sheet, as in the CSV file of sheets."""

    columns = sheets.COLUMNS


class RatingOut(ColumnsOut):
    """One number, as in the CSV file of ratings."""

    columns = ratings.COLUMNS
    study_path = "answer__study"
    keys = ("answer",)
