"""Accounts: people, tokens, second factors, sharing."""
