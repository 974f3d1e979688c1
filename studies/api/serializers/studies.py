"""A study and its plan."""

from typing import TYPE_CHECKING

from rest_framework import serializers

from studies.api.serializers.fields import MomentField, Serializer
from studies.models import RatingPlan, Study
from studies.questionnaire import AnswerKind, When
from studies.ratings.criteria import CriterionKind
from studies.ratings.follow_up import KNOWN, Ask, Moment
from studies.services.lifecycle.plan_fields import FORM_FIELDS

if TYPE_CHECKING:
    StudyModelSerializer = serializers.ModelSerializer[Study]
else:
    StudyModelSerializer = serializers.ModelSerializer


class QuestionShape(Serializer):
    """A question to judges, asked before the texts or after them."""

    key = serializers.CharField(required=False, help_text="Its name in exports.")
    label = serializers.CharField()  # type: ignore[assignment]  # hides DRF's own attribute
    when = serializers.ChoiceField(choices=list(When), required=False)
    kind = serializers.ChoiceField(choices=list(AnswerKind), required=False)
    options = serializers.ListField(child=serializers.CharField(), required=False)
    required = serializers.BooleanField(required=False)  # type: ignore[assignment]  # as above
    least = serializers.FloatField(required=False, allow_null=True)
    most = serializers.FloatField(required=False, allow_null=True)


class CriterionShape(Serializer):
    """In which respect texts are rated: one that the pages know by its key, or one of your own."""

    key = serializers.CharField(
        required=False,
        allow_blank=True,
        help_text=f"Its name in exports. Without a label one of {', '.join(KNOWN)}.",
    )
    label = serializers.CharField(  # type: ignore[assignment]  # hides DRF's own attribute
        required=False, allow_blank=True
    )
    definition = serializers.CharField(required=False, allow_blank=True)


class FollowUpShape(Serializer):
    """A page of numbers after the choice: how different, or ratings of the three; {} is none."""

    ask = serializers.ChoiceField(choices=list(Ask), required=False, allow_blank=True)
    when = serializers.ChoiceField(choices=list(Moment), required=False)
    criteria = CriterionShape(many=True, required=False)
    reference = serializers.ListField(
        child=serializers.CharField(allow_blank=True),
        required=False,
        help_text="Texts with the number 100: a pair (magnitude), one or none (rate).",
    )


class RatedByShape(Serializer):
    """By what texts are rated, and what judges read of it."""

    key = serializers.CharField(required=False, help_text="Made from the label if left out.")
    label = serializers.CharField()  # type: ignore[assignment]  # hides DRF's own attribute
    definition = serializers.CharField(required=False, allow_blank=True)
    question = serializers.CharField()
    shows_context = serializers.BooleanField(
        required=False, help_text="Whether the page shows what the texts are made from."
    )
    kind = serializers.ChoiceField(choices=list(CriterionKind), required=False)


class RatingPlanShape(Serializer):
    """How texts are rated. What is left out of a new study has the default of the page."""

    method = serializers.ChoiceField(choices=RatingPlan.Method.choices, required=False)
    setup = serializers.ChoiceField(choices=RatingPlan.Setup.choices, required=False)
    mixes_criteria = serializers.BooleanField(required=False)
    criteria = RatedByShape(many=True, required=False)
    primary_criterion = serializers.CharField(
        required=False, help_text="Key of the criterion that decides."
    )
    scale_points = serializers.IntegerField(required=False)
    scale_low = serializers.CharField(required=False)
    scale_high = serializers.CharField(required=False)
    reference_text = serializers.CharField(
        required=False, allow_blank=True, help_text="The text with the number 100."
    )
    reference_context = serializers.CharField(required=False, allow_blank=True)
    judges_per_item = serializers.IntegerField(required=False)
    judges = serializers.IntegerField(required=False, allow_null=True)
    entry = serializers.ChoiceField(choices=RatingPlan.Entry.choices, required=False)
    identical = serializers.ChoiceField(choices=RatingPlan.Identical.choices, required=False)
    repeats_one = serializers.BooleanField(required=False)
    margin = serializers.FloatField(required=False, allow_null=True)
    resamples = serializers.IntegerField(required=False)


class StudyOut(StudyModelSerializer):
    """A study: its plan and where it stands; nothing that a blind study hides.

    `systems`: names from letter A on; a study of triads has two, and no `rating`.
    """

    counted = serializers.IntegerField(help_text="Answers that count, so far.")
    systems = serializers.SerializerMethodField()
    rating = RatingPlanShape(source="rating_plan", read_only=True, allow_null=True)

    class Meta:
        model = Study
        fields = (
            *(
                "code",
                "kind",
                *FORM_FIELDS,
                "systems",
                "rating",
                "status",
                "counted",
                "plan_sha256",
            ),
            *("created_at", "opened_at", "completed_at", "unsealed_at", "closed_at"),
            *("archived_at", "erases_itself"),
        )
        read_only_fields = fields

    def get_systems(self, study: Study) -> list[str]:
        """Return their names."""
        return [*study.subjects.values()]


class StudyIn(Serializer):
    """What can be said of a draft. A title and two names are enough for a new one.

    Without `evaluations` the number that the risks need is taken. A rating study has `systems`, two
    to eight names, and its number of sheets follows from `items` and `rating`.
    """

    also_given = StudyOut.Meta.fields

    title = serializers.CharField(max_length=200)
    kind = serializers.ChoiceField(
        choices=Study.StudyKind.choices,
        required=False,
        help_text="Cannot be changed once the study is made.",
    )
    subject_a = serializers.CharField(max_length=100, required=False)
    subject_b = serializers.CharField(max_length=100, required=False)
    systems = serializers.ListField(
        child=serializers.CharField(max_length=100), max_length=8, required=False
    )
    items = serializers.IntegerField(
        required=False, help_text="How many items are planned, while there are no texts."
    )
    rating = RatingPlanShape(required=False, allow_null=True)
    protocol = serializers.ChoiceField(
        choices=Study.Protocol.choices,
        required=False,
        help_text="directed: the question names what to look for, and the text of B has it.",
    )
    goal = serializers.ChoiceField(choices=Study.Goal.choices, required=False)
    method = serializers.ChoiceField(choices=Study.Method.choices, required=False)
    alpha = serializers.FloatField(required=False)
    beta = serializers.FloatField(required=False)
    pd = serializers.FloatField(required=False)
    evaluations = serializers.IntegerField(required=False, allow_null=True)
    evaluations_per_judge = serializers.IntegerField(required=False)
    pairing = serializers.ChoiceField(choices=Study.Pairing.choices, required=False)
    hold_minutes = serializers.IntegerField(required=False)
    blind = serializers.BooleanField(required=False)
    language = serializers.CharField(required=False)
    question = serializers.CharField(required=False, allow_blank=True)
    instructions = serializers.CharField(required=False, allow_blank=True)
    consent_text = serializers.CharField(required=False, allow_blank=True)
    thanks_text = serializers.CharField(required=False, allow_blank=True)
    family = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=100,
        help_text="Several studies that answer one question together: the family's name.",
    )
    family_size = serializers.IntegerField(
        required=False, allow_null=True, help_text="How many studies it has, this one included."
    )
    b_imitates_a = serializers.BooleanField(
        required=False, help_text="The texts of B are meant to imitate those of A."
    )
    is_test = serializers.BooleanField(required=False)
    ends_at = MomentField(required=False, allow_null=True)
    presentation = serializers.ChoiceField(choices=Study.Presentation.choices, required=False)
    progress_shown = serializers.BooleanField(required=False)
    practice_triads = serializers.IntegerField(required=False)
    asks_reason = serializers.BooleanField(required=False)
    asks_sureness = serializers.BooleanField(required=False)
    sureness_weights = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text="Of a guess, not sure, fairly sure, certain; empty: 0, 1, 2, 3.",
    )
    questionnaire = QuestionShape(many=True, required=False)
    follow_up = FollowUpShape(required=False)
    least_seconds = serializers.FloatField(required=False, allow_null=True)
    attention_at = serializers.ListField(child=serializers.IntegerField(), required=False)
    most_failed_attention = serializers.IntegerField(required=False, allow_null=True)
    primary_set = serializers.ChoiceField(choices=Study.PrimarySet.choices, required=False)
    translations = serializers.DictField(
        required=False,
        help_text="By language: question, instructions, consent_text, thanks_text, questionnaire, "
        "criteria (label, definition and question by key), scale (low, high).",
    )
    privacy_contact = serializers.CharField(required=False, allow_blank=True, max_length=300)
    withdrawal_until = serializers.DateField(required=False, allow_null=True)
    retention_until = serializers.DateField(required=False, allow_null=True)
    accept_fewer = serializers.BooleanField(
        required=False, help_text="Accept fewer evaluations than ISO 4120 recommends."
    )
