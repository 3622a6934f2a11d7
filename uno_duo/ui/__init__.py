"""The screens: all that knows Textual."""
