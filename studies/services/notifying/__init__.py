"""Mails and webhooks about what has happened."""
