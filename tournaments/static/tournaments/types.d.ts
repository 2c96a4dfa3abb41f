/** What the page of a night knows of it. */
export interface Desk {
  night: any;
  /** Null for who does not belong to it. */
  club: any;
  directs: boolean;
  entries: any[];
  /** The last night of the club that is over; null without one, or where nobody asks. */
  before: any;
  /** Of the club, for directors. */
  members: any[];
  rounds: any[];
  /** The last one, with its tables; null before the first. */
  round: any;
  /** The one that is looked at: a former one, or else the last. */
  shown: any;
  /** The caller's place; null without an entry. */
  own: any;
  /** The caller's rounds; empty until they are opened. */
  card: Played[];
  standings: any[];
}
/** What hangs on the wall of a night: names and figures, and no id. */
export interface Wall {
  name: string;
  scoring: string;
  round: { number: number; state: string; ends_at: string | null; clock: any; tables: { number: number; sides: string[][]; agreed: boolean }[]; byes: string[] } | null;
  standings: { rank: number | null; name: string; score: number | null }[];
}
/** A round of one entry, or of who sat in for another one: `as` is that one's name. */
export interface Played { number: number; as: string; table: number | null; partners: string; opponents: string; points: string; score: string }
/** Does something, shows what is refused, and draws the page again. */
export type Tried = (what: () => Promise<unknown>) => () => Promise<void>;
