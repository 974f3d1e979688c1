"""What the API takes and gives, by noun. Forms and services decide which values make sense."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar
from uuid import UUID

from django.conf import settings
from django.utils import timezone
from rest_framework import serializers

from studies.exports import answers, ratings, sheets
from studies.exports.columns import Column
from studies.models import RatingPlan, RecruitmentLink, Study, Webhook
from studies.models.recruitment import ENDING_FIELDS
from studies.models.study import SYSTEMS, check_year
from studies.models.triad import Mode
from studies.models.visibility import Role
from studies.questionnaire import AnswerKind, When
from studies.ratings.criteria import CriterionKind
from studies.ratings.follow_up import KNOWN, Ask, Moment
from studies.services.lifecycle.opening_warnings import ACCEPTING
from studies.services.lifecycle.plan_fields import FORM_FIELDS
from studies.services.notifying import webhooks
from studies.services.recruiting import links
from studies.services.recruiting.pasted_lists import one_address
from studies.workbench.forms.fields import end_of_day
from studies.workbench.forms.links import check_ahead

if TYPE_CHECKING:
    StudyModelSerializer = serializers.ModelSerializer[Study]
    LinkModelSerializer = serializers.ModelSerializer[RecruitmentLink]
    Serializer = serializers.Serializer[Any]
else:
    StudyModelSerializer = LinkModelSerializer = serializers.ModelSerializer
    Serializer = serializers.Serializer

FIELD_OF_KIND = {
    str: serializers.CharField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    UUID: serializers.UUIDField,
}
# The most texts, or people, taken at a time.
AT_ONCE = 1000


class MomentField(serializers.DateTimeField):
    """A moment until which something lasts; without a zone it is in that of the study's owner.

    A day alone means its end, as on the pages.
    """

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault(
            "help_text",
            "Without an offset, in the owner's time zone; a day without a time means its end.",
        )
        super().__init__(**kwargs)

    def to_internal_value(self, value: Any) -> Any:
        with timezone.override(self.context["zone"]):
            return super().to_internal_value(end_of_day(value))


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


class OpenIn(Serializer):
    """The warnings that are accepted, by their codes."""

    accepted = serializers.ListField(
        child=serializers.ChoiceField(choices=list(ACCEPTING)), required=False, default=list
    )


class ReasonIn(Serializer):
    """Why something is done; kept in the study's record."""

    why = serializers.CharField(required=False, allow_blank=True, max_length=2000, default="")


class WhyIn(Serializer):
    """Why something is done: a sentence that is kept in the study's record."""

    why = serializers.CharField(max_length=1000)


class KeepIn(WhyIn):
    """How long the data are kept."""

    until = serializers.DateField()
    erases_itself = serializers.BooleanField(
        default=False, help_text="The study is erased on this day, after two e-mails to its owner."
    )


class AmendIn(WhyIn):
    """The new number of evaluations."""

    evaluations = serializers.IntegerField()
    accept_cost = serializers.BooleanField(
        default=False,
        help_text="Says that you know this ends the fixed-number verdict, where it does.",
    )


class AddressField(serializers.EmailField):
    """One e-mail address, also as a mail program copies it."""

    def to_internal_value(self, data: Any) -> str:
        return one_address(super().to_internal_value(data))


class ShareIn(Serializer):
    """A person's exact address, and their role."""

    email = AddressField()
    role = serializers.ChoiceField(choices=Role.choices)


class ShareOut(Serializer):
    """A person's role in the study."""

    id = serializers.IntegerField(source="pk")
    email = serializers.EmailField(source="user.email")
    role = serializers.CharField()


class InvitedOut(Serializer):
    """An invitation to make an account; `refused` is what the mail server said against it."""

    email = serializers.EmailField()
    role = serializers.CharField()
    expires_at = serializers.DateTimeField()
    refused = serializers.CharField()


class WebhookIn(Serializer):
    """An address on the public internet that begins with https://."""

    url = serializers.CharField(max_length=500)


class WebhookOut(Serializer):
    """An address that is told what happens, and the key that signs its messages."""

    id = serializers.IntegerField(source="pk")
    url = serializers.CharField()
    secret = serializers.SerializerMethodField()
    made_at = serializers.DateTimeField()

    def get_secret(self, hook: Webhook) -> str:
        return webhooks.shown_secret(hook)


class TextIn(Serializer):
    """One text of subject A or B, in a study of ratings of a system up to H."""

    subject = serializers.ChoiceField(choices=list(SYSTEMS))
    item = serializers.CharField(help_text="What the text is about.")
    text = serializers.CharField(trim_whitespace=False)
    context = serializers.CharField(  # type: ignore[assignment]  # hides DRF's own attribute
        trim_whitespace=False, required=False, allow_blank=True
    )
    condition = serializers.CharField(
        required=False, allow_blank=True, help_text="How the text was made; judges are not told."
    )
    language = serializers.CharField(required=False, allow_blank=True)
    direction = serializers.ChoiceField(choices=["auto", "ltr", "rtl"], required=False)
    kind = serializers.ChoiceField(choices=["main", "practice", "attention"], required=False)
    sentences = serializers.CharField(
        required=False,
        allow_blank=True,
        trim_whitespace=False,
        help_text="The text once more with ¦ between its sentences.",
    )


class TextsIn(Serializer):
    """Texts for a draft: all are stored, or none."""

    texts = serializers.ListField(child=TextIn(), min_length=1, max_length=AT_ONCE)


class TextsOut(Serializer):
    """How many texts were stored, and what is remarkable about them."""

    stored = serializers.IntegerField()
    warnings = serializers.ListField(child=serializers.CharField())


class LinkOut(LinkModelSerializer):
    """A recruitment link with the address to send to judges."""

    address = serializers.SerializerMethodField()

    class Meta:
        model = RecruitmentLink
        fields = (
            *("id", "address", "panel", "mode", "personal", "addressee", "quota", "classroom"),
            *("language", "id_parameter", "mturk"),
            *("expires_at", "revoked_at", "created_at"),
            *ENDING_FIELDS,
        )
        read_only_fields = fields

    def get_fields(self) -> dict[str, Any]:
        # Empty ones are no addresses.
        urls = [name for name in ENDING_FIELDS if name.endswith("_url")]
        return super().get_fields() | {name: serializers.CharField(read_only=True) for name in urls}

    def get_address(self, link: RecruitmentLink) -> str:
        return links.address_of(link)


class LinkIn(Serializer):
    """A new open link."""

    also_given = LinkOut.Meta.fields

    panel = serializers.CharField(max_length=100)
    mode = serializers.ChoiceField(choices=Mode.choices, default=Mode.LIVE)
    quota = serializers.IntegerField(required=False, allow_null=True)
    expires_at = MomentField(required=False, allow_null=True)
    classroom = serializers.BooleanField(required=False)
    language = serializers.CharField(required=False, allow_blank=True)
    id_parameter = serializers.CharField(required=False, allow_blank=True)
    mturk = serializers.BooleanField(required=False)

    def get_fields(self) -> dict[str, Any]:
        endings = {
            name: serializers.CharField(required=False, allow_blank=True) for name in ENDING_FIELDS
        }
        return super().get_fields() | endings


class PeopleIn(Serializer):
    """People who each get a link of their own; nothing is sent to them."""

    panel = serializers.CharField(max_length=100)
    people = serializers.ListField(
        child=serializers.CharField(max_length=254), min_length=1, max_length=AT_ONCE
    )
    mode = serializers.ChoiceField(choices=Mode.choices, default=Mode.LIVE)
    # The same set as of a link that is there, so that the description gives it one name.
    language = serializers.ChoiceField(choices=settings.LANGUAGES, allow_blank=True, default="")
    expires_at = MomentField(required=False, allow_null=True, validators=[check_year, check_ahead])


class PeopleOut(Serializer):
    """How many links were made, and the links of all who were named, new or not."""

    made = serializers.IntegerField()
    links = LinkOut(many=True)


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
