// The ways in which the music service fails, as they show on the wire.
import { encodeResponse, type Wire } from "./http_wire.ts";
import { passed } from "../time/until.ts";
import type { PlayerFault } from "./faulty_player.ts";

/** One call that is to fail. */
interface Exchange {
  wire: Wire;
  /** Lets the account do what was asked (the effect), and returns its answer, which the fault may send or not. */
  perform(): Promise<Response>;
  /** The account's clock, in epoch ms. */
  now(): number;
  /** An address of another origin, which records its calls. */
  elsewhere: string;
  /** Called when the caller will get no answer any more. */
  stuck(): void;
  /** Resolves when the order takes effect after the caller has given up. */
  late(): Promise<unknown>;
}

type Behaviour = (exchange: Exchange) => Promise<void>;

/** Time between two bytes of a slow drip. An answer to a command then takes longer than any time limit. */
const DRIP_MS = 200;
/** How far ahead the date of a Retry-After lies. HTTP dates have whole seconds. */
const RETRY_DATE_MS = 30_000;

/** What becomes of a call that meets the fault. */
export const behaviours = {
  "401": answers(() => spotifyError(401, "The access token expired")),
  "invalid_grant": answers(() =>
    Response.json({ error: "invalid_grant", error_description: "Refresh token revoked" }, {
      status: 400,
    })
  ),
  "403 premium as JSON": answers(() =>
    spotifyError(403, "Player command failed: Premium required", "PREMIUM_REQUIRED")
  ),
  "403 premium as text": answers(() => new Response("Premium required", { status: 403 })),
  "403 restriction": answers(() =>
    spotifyError(403, "Player command failed: Restriction violated", "UNKNOWN")
  ),
  "403 not allow-listed": answers(() =>
    new Response("User not registered in the Developer Dashboard", { status: 403 })
  ),
  "404 no device": answers(() =>
    spotifyError(404, "Player command failed: No active device found", "NO_ACTIVE_DEVICE")
  ),
  "429 after 1": answers(() => tooMany("1")),
  "429 after 0": answers(() => tooMany("0")),
  "429 without Retry-After": answers(() => tooMany()),
  "429 after 86400": answers(() => tooMany("86400")),
  "429 after a date": ({ wire, now }) =>
    send(wire, tooMany(new Date(now() + RETRY_DATE_MS).toUTCString())),
  "429 quota exceeded": answers(() =>
    spotifyError(429, "API quota exceeded", "QUOTA_EXCEEDED", "86400")
  ),
  "500": answers(() => spotifyError(500, "Server error")),
  "503": answers(() => new Response("upstream connect error", { status: 503 })),
  "502 HTML": answers(() => html(502)),
  "502 after the effect": answersAfterEffect(() => spotifyError(502, "Bad gateway.")),
  "200 with text": answersAfterEffect(() => new Response("OK")),
  "200 with HTML": answersAfterEffect(() => html(200)),
  "truncated JSON": answersAfterEffect(async (real) => {
    const text = await real.text() || `{"status":"accepted"}`;
    return new Response(text.slice(0, text.length / 2), {
      headers: { "content-type": "application/json" },
    });
  }),
  "redirect elsewhere": ({ wire, elsewhere }) =>
    send(wire, new Response(null, { status: 307, headers: { location: elsewhere } })),
  "slow drip": async ({ wire, perform, stuck }) => {
    let over = false;
    const gone = wire.untilGone().then(() => over = true);
    const answer = await encodeResponse(await perform());
    stuck();
    for (const byte of answer) {
      await wire.write(Uint8Array.of(byte));
      await passed(DRIP_MS);
      if (over) return;
    }
    wire.socket.end(); // what the client sent meanwhile was not read, so the connection cannot go on
    await gone;
  },
  "timeout before the effect": ({ wire, stuck }) => {
    stuck();
    return wire.untilGone();
  },
  "timeout after the effect": async ({ wire, perform, stuck }) => {
    await (await perform()).body?.cancel();
    stuck();
    await wire.untilGone();
  },
  "the effect after the timeout": async ({ wire, perform, stuck, late }) => {
    stuck();
    await wire.untilGone();
    await late();
    await (await perform()).body?.cancel();
  },
  "reset before the effect": ({ wire }) => Promise.resolve(wire.reset()),
  "reset after the effect": async ({ wire, perform }) => {
    await (await perform()).body?.cancel();
    wire.reset();
  },
  "204 while playing": async ({ wire, perform }) => {
    await (await perform()).body?.cancel();
    await send(wire, new Response(null, { status: 204 }));
  },
  "null progress": rewrites((player) => ({ ...player, progress_ms: null })),
  /** The track's uri and id are others, and `linked_from` names those that were asked for. */
  "relinked": rewrites((player) => {
    const { id, type, uri, href, external_urls } = player.item as Json;
    const linked_from = { id, type, uri, href, external_urls };
    return { ...player, item: { ...relinked(player.item as Json), linked_from } };
  }),
  "relinked without linked_from": rewrites(
    (player) => ({ ...player, item: relinked(player.item as Json) }),
  ),
  /** As for a playlist that belongs to another account: name and picture, but no length. */
  "playlist without its length": rewrites(({ tracks: _, items: __, ...rest }) => rest),
} satisfies Record<string, Behaviour>;

type CallFault = keyof typeof behaviours;
export type AnyFault = CallFault | PlayerFault;

export const PLAY = /^PUT .*\/me\/player\/play$/;
export const PLAYER = /^GET .*\/me\/player$/;
export const PLAYLIST = /^GET .*\/playlists\/\w+$/;
export const TOKEN = /^POST .*\/api\/token$/;

/** The faults of what is read, and the calls that read it. */
const OF_ANSWERS = {
  "204 while playing": PLAYER,
  "null progress": PLAYER,
  "relinked": PLAYER,
  "relinked without linked_from": PLAYER,
  "playlist without its length": PLAYLIST,
} satisfies Partial<Record<CallFault, RegExp>>;

/** A fault of an order. */
export type Fault = Exclude<CallFault, keyof typeof OF_ANSWERS>;

export const FAULTS = Object.keys(behaviours)
  .filter((name): name is Fault => !Object.hasOwn(OF_ANSWERS, name));

/** Whether a fault is of a call or its answer, and not of a player. */
export function isOfCall(fault: AnyFault): fault is CallFault {
  return Object.hasOwn(behaviours, fault);
}

/** The calls that a fault meets if the test names none. */
export function pathOf(fault: CallFault): RegExp {
  const paths: Partial<Record<CallFault, RegExp>> = { ...OF_ANSWERS, "invalid_grant": TOKEN };
  return paths[fault] ?? PLAY;
}

export async function send(wire: Wire, response: Response): Promise<void> {
  await wire.write(await encodeResponse(response));
}

/** Answers in the account's place; nothing happens. */
function answers(response: () => Response): Behaviour {
  return ({ wire }) => send(wire, response());
}

/** Does what was asked, and answers something else. */
function answersAfterEffect(response: (real: Response) => Response | Promise<Response>): Behaviour {
  return async ({ wire, perform }) => {
    const real = await perform();
    await send(wire, await response(real));
    if (!real.bodyUsed) await real.body?.cancel();
  };
}

function spotifyError(
  status: number,
  message: string,
  reason?: string,
  retryAfter?: string,
): Response {
  return Response.json({ error: { status, message, ...(reason && { reason }) } }, {
    status,
    headers: retryAfter === undefined ? {} : { "retry-after": retryAfter },
  });
}

function tooMany(retryAfter?: string): Response {
  return spotifyError(429, "API rate limit exceeded", undefined, retryAfter);
}

function html(status: number): Response {
  return new Response("<!doctype html><title>Bir dakika</title><h1>Gateway</h1>", {
    status,
    headers: { "content-type": "text/html" },
  });
}

type Json = Record<string, unknown>;

/** Answers with other JSON. An answer without a body stays as it is. */
function rewrites(rewrite: (json: Json) => Json): Behaviour {
  return async ({ wire, perform }) => {
    const real = await perform();
    const isJson = real.headers.get("content-type")?.startsWith("application/json");
    await send(wire, real.ok && isJson ? Response.json(rewrite(await real.json())) : real);
  };
}

/** The uri under which a relinked track is shown. */
export function relinkedUri(uri: string): string {
  return uri.split("").with(-1, uri.endsWith("0") ? "1" : "0").join("");
}

function relinked(item: Json): Json {
  const uri = relinkedUri(String(item.uri));
  const href = String(item.href).replace(String(item.id), uri.slice(-22));
  return { ...item, uri, id: uri.slice(-22), href, external_urls: { spotify: href } };
}
