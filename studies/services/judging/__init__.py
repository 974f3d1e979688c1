"""The way of an answer: admission, trials and their claims, answers, withdrawal, exclusion."""
