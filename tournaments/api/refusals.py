"""The status of everything that the services of tournaments refuse."""

from collections.abc import Mapping

from games.api.refusals import register
from samba_service.errors import ServiceError
from tournaments import errors

STATUSES: Mapping[type[ServiceError], int] = {
    errors.NotAdmin: 403,
    errors.NotOwnEntry: 403,
    errors.MembersOnly: 403,
    errors.NotRecoverable: 403,
    errors.OwnSheet: 403,
    errors.OwnDeals: 403,
    errors.WrongTournamentState: 409,
    errors.TournamentArchived: 409,
    errors.SeasonClosed: 409,
    errors.SeasonNotClosed: 409,
    errors.NightsOpen: 409,
    errors.TooManyEntries: 409,
    errors.RoundOpen: 409,
    errors.RoundsLeft: 409,
    errors.NoRoundsLeft: 409,
    errors.DraftOutdated: 409,
    errors.NoMovement: 409,
    errors.DraftStale: 409,
    errors.NoDraft: 409,
    errors.RoundPublished: 409,
    errors.ResultsEntered: 409,
    errors.HandsPlayed: 409,
    errors.DealsForAll: 409,
    errors.TablesAtPlay: 409,
    errors.LaterRound: 409,
    errors.AccountsMissing: 409,
    errors.ResultsMissing: 409,
    errors.WinnerMissing: 409,
    errors.DealsNotShared: 409,
    errors.DealsAtPlay: 409,
    errors.ResultConfirmed: 409,
    errors.SheetSuperseded: 409,
    errors.ResultDisputed: 409,
    errors.NoFigures: 409,
    errors.PlayedOnline: 409,
    errors.AlreadyEntered: 409,
    errors.EntryLeftOut: 409,
    errors.NotAgreed: 409,
    errors.MemberExists: 409,
    errors.NameTaken: 409,
    errors.SamePerson: 409,
    errors.PlayedTogether: 409,
    errors.StillPlaying: 409,
    errors.NoMerge: 409,
    errors.EntryDrawn: 409,
    errors.LastAdmin: 409,
    errors.NamedByAccount: 409,
    errors.OfficeNeedsAccount: 409,
    errors.SeasonExists: 409,
    errors.ForbiddenPair: 422,
    errors.TournamentUnplayable: 422,
    errors.BundleRefused: 422,
}

register(STATUSES)
