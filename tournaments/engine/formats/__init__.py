"""The formats of tournaments, a file for each: who meets whom in its rounds."""

from tournaments.engine.formats.knockout import Knockout
from tournaments.engine.formats.protocol import FormatRules
from tournaments.engine.formats.rotating import Rotating
from tournaments.engine.formats.round_robin import RoundRobin
from tournaments.engine.formats.swiss import Swiss
from tournaments.engine.formats.swiss_individual import SwissIndividual
from tournaments.engine.terms import Format

FORMATS: dict[Format, FormatRules] = {
    Format.SWISS: Swiss(),
    Format.ROUND_ROBIN: RoundRobin(),
    Format.DOUBLE_ROUND_ROBIN: RoundRobin(double=True),
    Format.KNOCKOUT: Knockout(),
    Format.ROTATING: Rotating(),
    Format.SWISS_INDIVIDUAL: SwissIndividual(),
}
