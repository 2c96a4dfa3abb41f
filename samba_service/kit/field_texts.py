"""The framework's refusals of fields in plain sentences."""

import re

_PLAIN = [
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r"Must be a valid UUID\.", "Not a valid id."),
        (r"Ensure this field has at least (\d+) elements\.", r"At least \1 of them."),
        (r"Ensure this field has no more than (\d+) elements\.", r"At most \1 of them."),
        (r"Ensure this field has at least (\d+) characters\.", r"At least \1 characters."),
        (r"Ensure this field has no more than (\d+) characters\.", r"At most \1 characters."),
        (r"Ensure this value is greater than or equal to (\S+)\.", r"At least \1."),
        (r"Ensure this value is less than or equal to (\S+)\.", r"At most \1."),
        (
            r"Enter a valid value\.|This value does not match the required pattern\.",
            "Not in the required format.",
        ),
        (r"A valid integer is required\.", "A whole number is needed here."),
        (r"A valid number is required\.", "A number is needed here."),
        (r"Must be a valid boolean\.", "It is true or false."),
        (r"Not a valid string\.", "Not a string."),
        (r"Expected a list of items but got type .*", "A list is needed here: [...]."),
        (r"Invalid data\. Expected a dictionary, but got .*", "An object is needed here: {...}."),
        (r"Expected a dictionary of items but got type .*", "An object is needed here: {...}."),
    )
]


def plain_text(text: str) -> str:
    """`text` in plain words, if it is one of the framework's; else unchanged."""
    for pattern, plain in _PLAIN:
        match = pattern.fullmatch(text)
        if match is not None:
            return match.expand(plain)
    return text
