"""The widgets, one file each."""
