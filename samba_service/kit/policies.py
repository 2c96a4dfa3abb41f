"""What a page may load, and where its forms lead: its Content-Security-Policy."""

POLICY = "Content-Security-Policy"
_RULES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}


def policy(**more: str) -> str:
    """The policy of a page; `script_src` and its like allow more than our own files."""
    rules = {**_RULES, **{name.replace("_", "-"): rule for name, rule in more.items()}}
    return "; ".join(f"{name} {rule}" for name, rule in rules.items())
