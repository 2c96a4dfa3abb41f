"""What fixed the shuffle of a hand, in the schema."""

from typing import Any

from rest_framework import serializers

from games.api.schemas import cards, digest, whole

Answer = serializers.Serializer[Any]


class ShuffleContext(Answer):
    """What a commitment is for, besides its seed."""

    deal_id = serializers.CharField()
    hand = whole()
    decks = whole()
    jokers = whole()
    scope = serializers.CharField()


class ShuffleAnswer(Answer):
    """What fixed a shuffle, revealed after the hand."""

    algorithm = serializers.CharField()
    server_seed = digest()
    context = ShuffleContext()  # type: ignore[assignment]  # a field's attribute of this name
    commitment = digest()
    entropy = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(), min_length=2, max_length=2),
        help_text="Source and hex, sorted.",
    )


class ProofAnswer(ShuffleAnswer):
    """What the stand-alone verifier needs to check a shuffle."""

    order = cards()
    tables = serializers.ListField(
        child=digest(),
        required=False,
        help_text="Of deals that tables share: the hash of each table's last log row.",
    )
