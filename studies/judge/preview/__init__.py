"""The preview: each page of a judge as it will be, with nothing stored."""
