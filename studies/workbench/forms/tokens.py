"""The form of a token of the API."""

from typing import TYPE_CHECKING

from django import forms

from studies.models import ApiToken

if TYPE_CHECKING:
    TokenModelForm = forms.ModelForm[ApiToken]
else:
    TokenModelForm = forms.ModelForm


class TokenForm(TokenModelForm):
    """What a new token is for."""

    class Meta:
        model = ApiToken
        fields = ("name",)
