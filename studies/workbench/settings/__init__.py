"""A study's settings: title and dates, people, links to results, webhooks, the danger zone."""
