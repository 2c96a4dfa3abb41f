"""The rules of Samba, pure: state in, events out, no input or output."""
