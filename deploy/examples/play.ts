// An example client: plays one hand against bots. It needs Node 20 and no package but the compiler.
//
//   npm ci && npx tsc && node play.js [http://127.0.0.1:8000/api/v1]

declare const process: { argv: string[] };

// Only what this client reads; an answer has more members, and may get new ones.
type Action = { type: string };
type Option = { type: string; example: Action };
type Played = { game: Game; legal_actions: { options: Option[] } };
type Event = { seq: number; type: string; seat?: number };
type Score = { side: number; total: number; lines: { code: string; points: number }[] };
type Game = {
  id: string;
  version: number;
  you: { seat: number };
  hand: { to_act: number[] } | null;
  last_hand: { score: Score[] } | null;
  result: object | null;
};

const API = process.argv[2] ?? "http://127.0.0.1:8000/api/v1";
const ATTEMPTS = 6;
const WAIT_S = 30; // how long a call waits for the own turn: the longest time that the service allows
let token = "";

/** A refusal. Programs look at `code`; people read `detail`. */
class Problem extends Error {
  constructor(readonly code: string, detail: string) {
    super(`${code}: ${detail}`);
  }
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** One call, sent again while the service is away or asks to wait. */
async function send<T>(method: string, path: string, headers: Record<string, string>, body?: object): Promise<T> {
  if (token) headers["Authorization"] = `Bearer ${token}`;
  for (let attempt = 1; ; attempt++) {
    let answer: Response;
    try {
      answer = await fetch(API + path, { method, headers, body: body && JSON.stringify(body) });
    } catch (error) { // perhaps it arrived: send it again
      if (attempt === ATTEMPTS) throw error;
      await pause(0.25 * 2 ** attempt);
      continue;
    }
    if (answer.ok) return (await answer.json()) as T;
    const later = answer.headers.get("Retry-After"); // with 429, 503 and `key_in_flight`
    if (later === null || attempt === ATTEMPTS) {
      const problem = await answer.json();
      throw new Problem(problem.code, problem.detail ?? problem.title);
    }
    await pause(Number(later));
  }
}

const get = <T>(path: string) => send<T>("GET", path, {});

/** The events after `after`; the service waits at most this many seconds for the own turn. */
async function events(path: string, after: number, wait: number): Promise<Event[]> {
  const began = Date.now();
  const { results } = await get<{ results: Event[] }>(`${path}/events?after=${after}&wait=${wait}&wait_for=my_turn`);
  if (wait && !results.length && Date.now() - began < 1000) await pause(1); // a process that cannot wait
  return results;
}

/** A POST has a key of its own, so a retry has no second effect; with `version` it is refused if the game has moved on. */
function post<T>(path: string, body: object = {}, version?: number): Promise<T> {
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    "Idempotency-Key": crypto.randomUUID(),
  };
  if (version !== undefined) headers["If-Match"] = String(version);
  return send<T>("POST", path, headers, body);
}

/** Make an account and a token for it. A real client keeps its token. */
async function signUp(): Promise<void> {
  const login = { username: `player-${crypto.randomUUID().slice(0, 8)}`, password: crypto.randomUUID() };
  await post("/auth/register", { ...login, display_name: "Example" });
  const scopes = ["games:read", "games:play"];
  token = (await post<{ token: string }>("/auth/tokens", { ...login, name: "play.ts", scopes })).token;
}

/** An action that is legal: lay what can be laid, else take the first option. */
function choose(options: Option[]): Action {
  const chosen = options.find((option) => ["meld", "lay_off"].includes(option.type)) ?? options[0];
  if (chosen === undefined) throw new Error("nothing to do");
  return chosen.example;
}

/** Print the events, also of types that are new; the last `seq` that was seen. */
function show(news: Event[], seen: number): number {
  for (const event of news) {
    seen = event.seq;
    console.log(seen, event.type, event.seat ?? "");
  }
  return seen;
}

/** Play until the first hand has its score; the game after it. */
async function playHand(game: Game): Promise<Game> {
  const path = `/games/${game.id}`;
  let seen = 0;
  let options: Option[] = [];
  while (game.last_hand === null && game.result === null) {
    if (game.hand?.to_act.includes(game.you.seat)) {
      if (!options.length) ({ options } = await get<{ options: Option[] }>(`${path}/legal-actions`));
      const action = choose(options);
      try {
        const played = await post<Played>(`${path}/moves?include=legal_actions`, { action }, game.version);
        ({ game, legal_actions: { options } } = played);
      } catch (error) {
        if (!(error instanceof Problem && error.code === "stale_version")) throw error;
        game = await get<Game>(path);
        options = [];
      }
    } else {
      seen = show(await events(path, seen, WAIT_S), seen); // the own moves too
      game = await get<Game>(path);
    }
  }
  show(await events(path, seen, 0), seen); // the game may be further than the last events
  return game;
}

await signUp();
const bots = { 1: "novice", 2: "novice", 3: "novice" };
const lobby = await post<Game>("/games", { ruleset: "classic", bots });
const game = await playHand(await post<Game>(`/games/${lobby.id}/start`));
for (const side of game.last_hand?.score ?? []) {
  console.log(`side ${side.side}: ${side.total}`, ...side.lines.map((line) => line.code));
}
