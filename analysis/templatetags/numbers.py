"""Which columns of a table hold numbers."""

from django import template

from analysis.charts.table import number_columns

register = template.Library()
register.filter(number_columns)
