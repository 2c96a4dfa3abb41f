"""A program of a third party: a page of another origin, which signs in by OAuth 2 and plays."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

PAGE = """<!doctype html><html lang="en"><title>Clubhouse</title><p id="said"></p>
<button id="begin" disabled>Sign in at the club</button>
<script type="module">
const said = document.getElementById("said");
const service = new URLSearchParams(location.search).get("service") ?? sessionStorage.service;
const known = await (await fetch(`${service}/.well-known/oauth-authorization-server`)).json();
const back = `${location.origin}/back`;
const text = bytes => btoa(String.fromCharCode(...bytes))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

document.getElementById("begin").addEventListener("click", async () => {
  const given = new URLSearchParams(location.search);
  sessionStorage.service = service;
  sessionStorage.client = given.get("client");
  sessionStorage.state = text(crypto.getRandomValues(new Uint8Array(16)));
  sessionStorage.verifier = text(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest(
    "SHA-256", new TextEncoder().encode(sessionStorage.verifier));
  location.href = `${known.authorization_endpoint}?${new URLSearchParams({
    response_type: "code", client_id: sessionStorage.client, redirect_uri: back,
    scope: given.get("scope"), state: sessionStorage.state,
    code_challenge: text(new Uint8Array(digest)), code_challenge_method: "S256",
  })}`;
});

document.getElementById("begin").disabled = false;

async function play() {
  const answer = new URLSearchParams(location.search);
  if (answer.get("error")) return answer.get("error");
  if (answer.get("state") !== sessionStorage.state) return "wrong state";
  if (answer.get("iss") !== known.issuer) return "wrong issuer";
  const tokens = await (await fetch(known.token_endpoint, { method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code", client_id: sessionStorage.client,
      code: answer.get("code"), redirect_uri: back, code_verifier: sessionStorage.verifier,
    }) })).json();
  const call = async (method, path, body) => (await fetch(`${service}/api/v1${path}`, {
    method, body: body && JSON.stringify(body),
    headers: { "Content-Type": "application/json",
               Authorization: `Bearer ${tokens.access_token}` } })).json();
  const bots = { 1: "novice", 2: "novice", 3: "novice" };
  const game = await call("POST", "/games", { ruleset: "classic", dealer: 3, bots });
  await call("POST", `/games/${game.id}/start`, {});
  const { options } = await call("GET", `/games/${game.id}/legal-actions`);
  const move = await call("POST", `/games/${game.id}/moves`, { action: options[0].example });
  return `played ${move.events[0].type}`;
}

if (location.pathname === "/back") said.textContent = await play();
</script></html>"""


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(PAGE.encode())

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def program() -> Iterator[str]:
    """The program, at the address of its page: on this device, at a port that was free."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
