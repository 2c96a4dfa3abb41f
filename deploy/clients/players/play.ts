// Plays a hand against bots, by openapi-fetch with the types that openapi-typescript made.
//
//   node play.ts http://127.0.0.1:8000

import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

type Game = components["schemas"]["Game"];
type Option = components["schemas"]["Option"];

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" });
const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** The answer of a call that must succeed. */
function good<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(`refused: ${JSON.stringify(answer.error)}`);
  return answer.data;
}

/** Make an account, and send its token from now on. */
async function signUp(): Promise<void> {
  const login = { username: `player-${crypto.randomUUID().slice(0, 8)}`, password: crypto.randomUUID() };
  good(await client.POST("/api/v1/auth/register", { body: { ...login, display_name: "Example" } }));
  const wanted = { ...login, name: "play.ts", scopes: ["games:read" as const, "games:play" as const] };
  const { token } = good(await client.POST("/api/v1/auth/tokens", { body: wanted }));
  client.use({
    onRequest({ request }) {
      request.headers.set("Authorization", `Bearer ${token}`);
      return request;
    },
  });
}

/** An action that is legal: lay what can be laid, else take the first option. */
function choose(options: Option[]): Option["example"] {
  const chosen = options.find((option) => option.type === "meld" || option.type === "lay_off") ?? options[0];
  if (chosen === undefined) throw new Error("nothing to do");
  return chosen.example;
}

/** Play until the first hand has its score; the game after it. */
async function playHand(game: Game): Promise<Game> {
  const path = { game_id: game.id };
  while (game.last_hand === null && game.result === null) {
    if (game.you === null || !game.hand?.to_act.includes(game.you.seat)) {
      await pause(0.1);
      game = good(await client.GET("/api/v1/games/{game_id}", { params: { path } }));
      continue;
    }
    const legal = good(await client.GET("/api/v1/games/{game_id}/legal-actions", { params: { path } }));
    const header = { "Idempotency-Key": crypto.randomUUID(), "If-Match": String(game.version) };
    const body = { action: choose(legal.options) };
    game = good(await client.POST("/api/v1/games/{game_id}/moves", { params: { path, header }, body })).game;
  }
  return game;
}

await signUp();
const bots = { 1: "novice", 2: "novice", 3: "novice" };
const lobby = good(await client.POST("/api/v1/games", { body: { ruleset: "classic", bots } }));
const params = { path: { game_id: lobby.id } };
const game = await playHand(good(await client.POST("/api/v1/games/{game_id}/start", { params })));
for (const side of game.last_hand?.score ?? []) console.log(`side ${side.side}: ${side.total}`);
