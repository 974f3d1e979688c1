"""Tables and columns of what judges are asked and shown, and of the researcher's workbench."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import studies.models.random_codes


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0005_api_tokens"),
    ]

    operations = [
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("payload", models.TextField()),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("next_at", models.DateTimeField()),
                ("delivered_at", models.DateTimeField(null=True)),
                ("given_up_at", models.DateTimeField(null=True)),
                ("last_status", models.PositiveSmallIntegerField(null=True)),
                ("last_error", models.CharField(blank=True, max_length=200)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="ExcludedId",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("external_id", models.CharField(max_length=200)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Image",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        default=studies.models.random_codes.new_image_name,
                        editable=False,
                        max_length=64,
                        unique=True,
                    ),
                ),
                ("content", models.BinaryField(max_length=300000)),
                ("content_type", models.CharField(max_length=20)),
                ("sha256", models.CharField(max_length=64)),
                ("width", models.PositiveIntegerField()),
                ("height", models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("subject", models.CharField(max_length=200)),
                ("body", models.TextField(max_length=10000)),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                ("sent_at", models.DateTimeField(null=True)),
                ("failed_at", models.DateTimeField(null=True)),
                ("error", models.CharField(blank=True, max_length=500)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="ReadingRecord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("chosen_ms", models.PositiveIntegerField(null=True)),
                ("confirmed_ms", models.PositiveIntegerField()),
                ("visible_ms", models.PositiveIntegerField()),
                ("choices", models.JSONField(default=list)),
                (
                    "device",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("mouse", "Mouse"),
                            ("touch", "Touch"),
                            ("pen", "Pen"),
                            ("keyboard", "Keyboard"),
                        ],
                        max_length=8,
                    ),
                ),
                ("width", models.PositiveSmallIntegerField(null=True)),
                ("masked", models.BooleanField(default=False)),
                ("stays", models.JSONField(default=list)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="ShareLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "token",
                    models.CharField(
                        default=studies.models.random_codes.new_share_token,
                        editable=False,
                        max_length=64,
                        unique=True,
                    ),
                ),
                ("note", models.CharField(blank=True, max_length=200)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("revoked_at", models.DateTimeField(editable=False, null=True)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("url", models.URLField(max_length=500)),
                (
                    "secret",
                    models.CharField(
                        default=studies.models.random_codes.new_webhook_secret,
                        editable=False,
                        max_length=64,
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("stopped_at", models.DateTimeField(editable=False, null=True)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="trial",
            name="trial_single_answer",
        ),
        migrations.RemoveConstraint(
            model_name="trial",
            name="trial_state",
        ),
        migrations.AddField(
            model_name="answer",
            name="page_translated",
            field=models.BooleanField(db_default=False),
        ),
        migrations.AddField(
            model_name="answer",
            name="reason",
            field=models.TextField(blank=True, db_default="", max_length=5000),
        ),
        migrations.AddField(
            model_name="answer",
            name="sureness",
            field=models.CharField(
                blank=True,
                choices=[
                    ("guess", "a guess"),
                    ("not_sure", "not sure"),
                    ("fairly_sure", "fairly sure"),
                    ("certain", "certain"),
                ],
                db_default="",
                max_length=12,
            ),
        ),
        migrations.AddField(
            model_name="job",
            name="cancel_asked",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="job",
            name="result",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="judge",
            name="browser_key",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name="judge",
            name="came_with",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="judge",
            name="excluded_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="judge",
            name="excluded_why",
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name="judge",
            name="questionnaire",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="judge",
            name="reads_whole",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="judge",
            name="same_browser_as",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="studies.judge",
            ),
        ),
        migrations.AddField(
            model_name="recruitmentlink",
            name="id_parameter",
            field=models.CharField(
                blank=True,
                help_text="For a panel of your own. PROLIFIC_PID and workerId are known.",
                max_length=50,
                validators=[
                    django.core.validators.RegexValidator(
                        "^[A-Za-z_][A-Za-z0-9_-]*$", "Letters, digits, _ and -."
                    )
                ],
                verbose_name="name of the id in the address",
            ),
        ),
        migrations.AddField(
            model_name="recruitmentlink",
            name="mturk",
            field=models.BooleanField(
                default=False,
                help_text="Lets the page stand in the frame of its sites.",
                verbose_name="Mechanical Turk",
            ),
        ),
        migrations.AddField(
            model_name="sample",
            name="alt_text",
            field=models.CharField(
                blank=True, max_length=1000, verbose_name="description of the image"
            ),
        ),
        migrations.AddField(
            model_name="sample",
            name="sentence_starts",
            field=models.JSONField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="study",
            name="asks_reason",
            field=models.BooleanField(default=False, verbose_name="ask why, after each choice"),
        ),
        migrations.AddField(
            model_name="study",
            name="asks_sureness",
            field=models.BooleanField(
                default=False, verbose_name="ask how sure, after each choice"
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="attention_at",
            field=models.JSONField(
                blank=True, default=list, verbose_name="attention triads before evaluation"
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="least_seconds",
            field=models.FloatField(
                blank=True,
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(0.1),
                    django.core.validators.MaxValueValidator(600),
                ],
                verbose_name="exclude judges who answer in less than so many seconds",
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="most_failed_attention",
            field=models.PositiveSmallIntegerField(
                blank=True,
                null=True,
                verbose_name="exclude judges who fail more attention triads than",
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="practice_triads",
            field=models.PositiveSmallIntegerField(
                default=0,
                validators=[django.core.validators.MaxValueValidator(5)],
                verbose_name="practice triads",
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="presentation",
            field=models.CharField(
                choices=[
                    ("whole", "whole texts"),
                    ("masked", "one sentence at a time, under the pointer"),
                ],
                default="whole",
                max_length=6,
                verbose_name="how texts are shown",
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="primary_set",
            field=models.CharField(
                choices=[
                    ("all", "all counted answers"),
                    ("kept", "answers left by the exclusion rule"),
                ],
                default="all",
                max_length=4,
                verbose_name="answers that decide",
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="privacy_contact",
            field=models.CharField(
                blank=True,
                help_text="Shown under the consent text.",
                max_length=300,
                verbose_name="contact for questions of privacy",
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="progress_shown",
            field=models.BooleanField(default=True, verbose_name="show judges how far they are"),
        ),
        migrations.AddField(
            model_name="study",
            name="questionnaire",
            field=models.JSONField(blank=True, default=list, verbose_name="questionnaire"),
        ),
        migrations.AddField(
            model_name="study",
            name="reporting",
            field=models.JSONField(blank=True, default=dict, editable=False),
        ),
        migrations.AddField(
            model_name="study",
            name="retention_until",
            field=models.DateField(
                blank=True,
                help_text="You are reminded of it; nothing is deleted by itself.",
                null=True,
                verbose_name="data are kept until",
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="secret",
            field=models.CharField(
                default=studies.models.random_codes.new_secret, editable=False, max_length=64
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="translations",
            field=models.JSONField(
                blank=True, default=dict, verbose_name="the same in other languages"
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="withdrawal_until",
            field=models.DateField(
                blank=True,
                help_text="Empty: as long as the study is kept.",
                null=True,
                verbose_name="answers can be withdrawn until",
            ),
        ),
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(
                choices=[
                    ("open", "opening the study"),
                    ("check_upload", "reading the upload"),
                    ("save_upload", "storing the texts"),
                    ("rehearse", "rehearsing the study"),
                    ("machine_judge", "asking the machine judge"),
                    ("send_invitations", "sending invitations"),
                    ("reading", "analysing how people read"),
                ],
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="trial",
            name="state",
            field=models.CharField(
                choices=[
                    ("held", "held"),
                    ("answered", "answered"),
                    ("surplus", "surplus"),
                    ("lapsed", "lapsed"),
                    ("withdrawn", "withdrawn"),
                    ("excluded", "excluded"),
                ],
                default="held",
                max_length=10,
            ),
        ),
        migrations.AddIndex(
            model_name="judge",
            index=models.Index(
                condition=models.Q(("browser_key", ""), _negated=True),
                fields=["study", "browser_key"],
                name="judge_of_browser",
            ),
        ),
        migrations.AddConstraint(
            model_name="answer",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("sureness__in", ["", "guess", "not_sure", "fairly_sure", "certain"])
                ),
                name="answer_sureness",
            ),
        ),
        migrations.AddConstraint(
            model_name="judge",
            constraint=models.CheckConstraint(
                condition=models.Q(("excluded_why__in", ["", "too_fast", "attention"])),
                name="judge_excluded_why",
            ),
        ),
        migrations.AddConstraint(
            model_name="study",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("presentation__in", ["whole", "masked"]), ("primary_set__in", ["all", "kept"])
                ),
                name="study_choices_of_page_and_set",
            ),
        ),
        migrations.AddConstraint(
            model_name="study",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("primary_set", "all"),
                    ("least_seconds__isnull", False),
                    ("most_failed_attention__isnull", False),
                    _connector="OR",
                ),
                name="study_kept_needs_a_rule",
                violation_error_message="Say which judges are excluded, or count all answers.",
            ),
        ),
        migrations.AddConstraint(
            model_name="trial",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    ("kind", "main"),
                    ("single", True),
                    ("state__in", ["answered", "surplus", "excluded"]),
                ),
                fields=("judge",),
                name="trial_single_answer",
            ),
        ),
        migrations.AddConstraint(
            model_name="trial",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "state__in",
                        ["held", "answered", "surplus", "lapsed", "withdrawn", "excluded"],
                    )
                ),
                name="trial_state",
            ),
        ),
        migrations.AddField(
            model_name="delivery",
            name="event",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="studies.event",
            ),
        ),
        migrations.AddField(
            model_name="delivery",
            name="study",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deliveries",
                to="studies.study",
            ),
        ),
        migrations.AddField(
            model_name="excludedid",
            name="study",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="excluded_ids",
                to="studies.study",
            ),
        ),
        migrations.AddField(
            model_name="image",
            name="study",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="images",
                to="studies.study",
            ),
        ),
        migrations.AddField(
            model_name="sample",
            name="image",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="samples",
                to="studies.image",
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="link",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="invitation",
                to="studies.recruitmentlink",
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="study",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="invitations",
                to="studies.study",
            ),
        ),
        migrations.AddField(
            model_name="readingrecord",
            name="answer",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="reading",
                to="studies.answer",
            ),
        ),
        migrations.AddField(
            model_name="sharelink",
            name="made_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sharelink",
            name="study",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="share_links",
                to="studies.study",
            ),
        ),
        migrations.AddField(
            model_name="webhook",
            name="made_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="webhook",
            name="study",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="webhooks",
                to="studies.study",
            ),
        ),
        migrations.AddField(
            model_name="delivery",
            name="webhook",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deliveries",
                to="studies.webhook",
            ),
        ),
        migrations.AddConstraint(
            model_name="excludedid",
            constraint=models.UniqueConstraint(
                fields=("study", "external_id"), name="excluded_id_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="image",
            constraint=models.UniqueConstraint(fields=("study", "sha256"), name="image_unique"),
        ),
        migrations.AddConstraint(
            model_name="image",
            constraint=models.CheckConstraint(
                condition=models.Q(("content_type__in", ["image/png", "image/jpeg", "image/webp"])),
                name="image_type",
            ),
        ),
        migrations.AddIndex(
            model_name="invitation",
            index=models.Index(
                condition=models.Q(("failed_at__isnull", True), ("sent_at__isnull", True)),
                fields=["study"],
                name="invitation_waiting",
            ),
        ),
        migrations.AddConstraint(
            model_name="readingrecord",
            constraint=models.CheckConstraint(
                condition=models.Q(("device__in", ["", "mouse", "touch", "pen", "keyboard"])),
                name="reading_device",
            ),
        ),
        migrations.AddConstraint(
            model_name="readingrecord",
            constraint=models.CheckConstraint(
                condition=models.Q(("visible_ms__lte", models.F("confirmed_ms"))),
                name="reading_visible",
            ),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=models.Q(("url__startswith", "https://")), name="webhook_https"
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("delivered_at__isnull", True), ("given_up_at__isnull", True)),
                fields=["next_at"],
                name="delivery_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(fields=("webhook", "event"), name="delivery_once"),
        ),
    ]
