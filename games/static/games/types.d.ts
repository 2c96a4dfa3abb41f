import type { components } from "../../../.browser/api";

type Schemas = components["schemas"];
/** A game as the caller may see it. */
export type Game = Schemas["Game"];
export type Hand = NonNullable<Game["hand"]>;
export type Meld = Hand["melds"][number];
export type Action = Schemas["Action"];
export type Option = Schemas["LegalActions"]["options"][number];
export type BotReplay = Schemas["BotReplay"];
export type CaseEntry = Schemas["CaseEntry"];
export type Case = Schemas["Case"];
export type RefusedAction = Schemas["RefusedAction"];
export type GameEvent = { seq: number; version: number; hand: number | null; type: string; seat?: number } & Record<string, any>;
export type ScoringAnswer = Schemas["Scoring"];
export type SheetField = Schemas["SheetField"];
/** A hand as it is entered; what is typed may not be a number yet. */
export type HandSheet = { went_out?: number | null; sides: SideSheet[] };
export type SideSheet = { side: number; counts?: Record<string, any>; debt_dismantled?: Record<string, any>; melded_cards?: any; hand_cards?: any; red_threes_in_hand?: any; black_threes_in_hand?: any; penalties?: { points: any; reason: string }[]; adjustments?: { points: any; reason: string }[]; total?: any };
/** A pad as the browser keeps it. */
export type Pad = {
  id: string; begun: string; ruleset: string; title: string; seats: number; sides: number; players: string[]; cents: number | null;
  hands: HandSheet[]; next: HandSheet; correction: { place: number; sheet: HandSheet } | null; deleted: { place: number; sheet: HandSheet } | null;
  /** What was counted last, of the saved hands; stale if they have changed since. */
  answer: ScoringAnswer | null; stale: boolean;
};
/** Does something, shows what is refused, and draws the page again. */
export type Tried = (what: () => Promise<unknown>) => () => Promise<void>;
