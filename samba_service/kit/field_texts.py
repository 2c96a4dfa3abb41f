"""The framework's refusals of fields in plain sentences."""

import re

_PLAIN = [
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r"Must be a valid UUID\.", "Not a valid id."),
        (r"Ensure this field has at least (\d+) elements\.", "At least {} of them."),
        (r"Ensure this field has no more than (\d+) elements\.", "At most {} of them."),
        (r"Ensure this field has at least (\d+) characters\.", "At least {} characters."),
        (r"Ensure this field has no more than (\d+) characters\.", "At most {} characters."),
        (r"Ensure this value is greater than or equal to (\S+)\.", "At least {}."),
        (r"Ensure this value is less than or equal to (\S+)\.", "At most {}."),
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

FORMS = (
    *dict.fromkeys(plain for _, plain in _PLAIN),
    "This field is required.",
    "This field may not be null.",
    "This field may not be blank.",
    "There is no such field here.",
    "This parameter is there more than once.",
    "Only visible characters.",
    "It is one of: {}.",
    '"{}" is not a valid choice.',
    "There is no such player or member.",
    "There is no such entry in this tournament.",
    "There is no such member of the club.",
    "There is no such club.",
    "This is not your password.",
    "What does each side get?",
    "Nobody scores at a void table.",
)
"""What is often wrong with a field, a pair of braces for a value."""


def plain_text(text: str) -> str:
    """`text` in plain words, if it is one of the framework's; else unchanged."""
    for pattern, plain in _PLAIN:
        match = pattern.fullmatch(text)
        if match is not None:
            return plain.replace("{}", "".join(match.groups()))
    return text
