import type { components } from "../../../.browser/api";

type Schemas = components["schemas"];
/** A game as the caller may see it. */
export type Game = Schemas["Game"];
export type Hand = NonNullable<Game["hand"]>;
export type Meld = Hand["melds"][number];
export type Action = Schemas["Action"];
export type Option = Schemas["LegalActions"]["options"][number];
export type GameEvent = { seq: number; version: number; hand: number | null; type: string; seat?: number } & Record<string, any>;
