"""Every page and state that a visitor can see, in six looks: `make gallery`."""
