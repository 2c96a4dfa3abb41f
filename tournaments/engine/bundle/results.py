"""Reading the results of a table from a bundle."""

from functools import partial

from tournaments.engine.bundle.node import Node
from tournaments.engine.results import Author, End, Kind, ResultData, Sheet, Status


def result_in(node: Node) -> ResultData:
    kind = node["kind"].choice(Kind)
    if node["status"].choice(Status) is not kind.status:
        node["status"].fault(f"a {kind} is {kind.status}")
    return ResultData(
        version=node["version"].whole(0),
        kind=kind,
        end=node["end"].choice(End),
        points=node["points"].maybe(Node.whole_numbers),
        award=node["award"].maybe(Node.whole_numbers),
        winner=node["winner"].maybe(partial(Node.whole, low=0, high=7)),
        sambas=node["sambas"].maybe(Node.whole_numbers),
        at=node["at"].maybe(Node.time),
        by=node["by"].maybe(_author),
        reason=node["reason"].maybe(Node.text),
        hands=node["hands"].maybe(_sheet),
    )


def _author(node: Node) -> Author:
    side = node["side"].maybe(partial(Node.whole, low=0, high=7))
    return Author(node["player"].text(), side, node["director"].flag())


def _sheet(node: Node) -> Sheet:
    """Hand by hand, as it was entered."""
    return list(node.items(Node.object))
