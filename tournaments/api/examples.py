"""True examples for the schema: requests and answers of a night that a test has run.

`tests/contract/test_examples.py` runs it again, compares, and writes the file again on request.
"""

from pathlib import Path

from samba_service.kit.examples import examples_from

FILE = Path(__file__).with_name("examples.json")
played_operation = examples_from(FILE)
