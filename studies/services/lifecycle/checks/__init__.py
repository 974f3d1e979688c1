"""What is looked at before a study is opened, one question a module."""
