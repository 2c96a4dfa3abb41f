// @ts-check
/** The names of the lines of a score sheet. */

/** @type {Record<string, string>} */
export const LINE_NAMES = {
  melded_cards: gettext("Melded cards"), hand_cards: gettext("Cards in hand"), natural_canastas: gettext("Natural canastas"),
  mixed_canastas: gettext("Mixed canastas"), sambas: gettext("Sambas"), black_sambas: gettext("Black sambas"), wild_canastas: gettext("Wild canastas"),
  sevens_canastas: gettext("Canastas of sevens"), threes_canastas: gettext("Canastas of threes"), many_canastas: gettext("Many canastas"),
  red_threes: gettext("Red threes"), red_threes_in_hand: gettext("Red threes in hand"), black_threes_in_hand: gettext("Black threes in hand"),
  went_out: gettext("Went out"), penalty: gettext("Penalty"), debt_dismantled: gettext("Canastas dismantled for debt"), adjustment: gettext("Adjustment"),
};
