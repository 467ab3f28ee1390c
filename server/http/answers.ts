// Sends large answers as their clients take them, and bounds what is kept for clients that do not (docs/http.md#large-answers).
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { personHere } from "../auth/known_browser.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { type AppEnv, clientAddress } from "./caller.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** How many bytes there may be of answers that are not taken yet. */
export interface UnreadCaps {
  /** For each address, or each account where there is one. */
  perClient: number;
  total: number;
}

/** Of guests, and of people with a login: guests take nothing of theirs. */
export interface AllUnreadCaps {
  guests: UnreadCaps;
  people: UnreadCaps;
}

const MB = 1024 * 1024;
const DEFAULT_CAPS: AllUnreadCaps = {
  guests: { perClient: 64 * MB, total: 128 * MB },
  people: { perClient: 64 * MB, total: 64 * MB },
};
const UNBOUNDED: UnreadCaps = { perClient: Infinity, total: Infinity };
/** For RATE_LIMITS=off. */
const NO_CAPS: AllUnreadCaps = { guests: UNBOUNDED, people: UNBOUNDED };

/**
 * What goes on beyond a cap: a guest with little at an address with much, and an address with little while all have much. So
 * who takes nothing keeps out neither the others of an address nor other addresses.
 */
const BEYOND = {
  client: { part: 1 / 64, upTo: 2 },
  total: { part: 1 / 16, upTo: 1.25 },
};

/**
 * A shorter answer is handed over whole, which takes half of the time. Deno copies it, says at once that it is sent, and
 * keeps the copy until the client takes it, so there is no counting those.
 */
const LARGE_BYTES = 16 * 1024;
const PIECE_BYTES = 64 * 1024;
/** What Deno keeps for each answer that is a stream, besides its bytes: 53 KB were measured. */
const STREAM_BYTES = 64 * 1024;
/** For `Retry-After`. */
const RETRY_S = 5;

export interface Answers {
  /**
   * Answers with this content. The bytes are not copied, and must not change.
   * @throws DomainError `too_many_unread`, `too_many_unread_in_all` if the answer is large and too much waits already
   */
  send(
    c: Context<AppEnv>,
    content: string | Bytes,
    status: ContentfulStatusCode,
    headers: Record<string, string>,
  ): Response | Promise<Response>;
}

/** Who has to take an answer. `own` is a guest of the address or the account itself. */
interface Taker {
  kind: keyof AllUnreadCaps;
  client: string;
  own: string;
}

export function createAnswers(
  { config, guestCookies }: Pick<Deps, "config" | "guestCookies">,
  caps: AllUnreadCaps = config.rateLimits ? DEFAULT_CAPS : NO_CAPS,
): Answers {
  const all = { guests: createUnread(), people: createUnread() };
  const byTaker = new Map<string, Unread>();

  async function takerOf(c: Context<AppEnv>): Promise<Taker> {
    const person = c.get("caller")?.accountId ?? await personHere({ config }, c);
    if (person !== undefined) return { kind: "people", client: person, own: person };
    const address = clientAddress(c, config.trustedProxyHops);
    return { kind: "guests", client: address, own: guestCookies.read(c) ?? address };
  }

  /** Counts the bytes for who has to take them. Returns what to call when they are sent or given up. */
  function count({ kind, client, own }: Taker, { buffer }: Bytes): () => void {
    const { perClient, total } = caps[kind];
    // A guest's cookie is sent from any address.
    const keys = { client: `${kind} ${client}`, own: `${kind} ${client} ${own}` };
    const ofClient = byTaker.get(keys.client) ?? createUnread();
    const ofOwn = byTaker.get(keys.own) ?? createUnread();
    const clients = ofClient.with(buffer);
    if (isTooMuch(clients, perClient, ofOwn.with(buffer), BEYOND.client)) {
      throw new DomainError("too_many_unread", { retryAfterS: RETRY_S });
    }
    if (isTooMuch(all[kind].with(buffer), total, clients, BEYOND.total)) {
      throw new DomainError("too_many_unread_in_all", { retryAfterS: RETRY_S });
    }
    byTaker.set(keys.client, ofClient).set(keys.own, ofOwn);
    const counted = [all[kind], ofClient, ofOwn];
    for (const unread of counted) unread.add(buffer);
    return () => {
      for (const unread of counted) unread.remove(buffer);
      if (ofClient.with() === 0) byTaker.delete(keys.client);
      if (ofOwn.with() === 0) byTaker.delete(keys.own);
    };
  }

  return {
    send(c, content, status, headers) {
      if (content.length <= LARGE_BYTES) return c.body(content, status, headers);
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      const withLength = { ...headers, "Content-Length": String(bytes.length) };
      if (c.req.method === "HEAD") return c.body("", status, withLength);
      return sendLarge(c, bytes, status, withLength);
    },
  };

  async function sendLarge(
    c: Context<AppEnv>,
    bytes: Bytes,
    status: ContentfulStatusCode,
    headers: Record<string, string>,
  ): Promise<Response> {
    const uncount = once(count(await takerOf(c), bytes));
    const { completed } = (c.env ?? {}) as Partial<Deno.ServeHandlerInfo>;
    // Only a server knows when an answer has left. What is asked within the process has left when it is read.
    completed?.then(uncount, uncount);
    return c.body(inPieces(bytes, completed ? () => {} : uncount), status, headers);
  }
}

/** Whether `bytes` are beyond the cap, and also beyond what those of whom there are few (`few`) may have in excess of it. */
function isTooMuch(
  bytes: number,
  cap: number,
  few: number,
  { part, upTo }: { part: number; upTo: number },
): boolean {
  return bytes > cap && (few > cap * part || bytes > cap * upTo);
}

interface Unread {
  /** How many bytes are unread, if an answer with these comes to it. */
  with(buffer?: ArrayBuffer): number;
  add(buffer: ArrayBuffer): void;
  remove(buffer: ArrayBuffer): void;
}

/** What is unread. Answers with the same bytes, such as a script that all ask for, keep them once. */
function createUnread(): Unread {
  const answers = new Map<ArrayBuffer, number>();
  let bytes = 0;
  const cost = (buffer: ArrayBuffer) =>
    STREAM_BYTES + (answers.has(buffer) ? 0 : buffer.byteLength);
  return {
    with: (buffer) => bytes + (buffer ? cost(buffer) : 0),
    add(buffer) {
      bytes += cost(buffer);
      answers.set(buffer, (answers.get(buffer) ?? 0) + 1);
    },
    remove(buffer) {
      const left = answers.get(buffer)! - 1;
      if (left > 0) answers.set(buffer, left);
      else answers.delete(buffer);
      bytes -= cost(buffer);
    },
  };
}

/** The bytes as they are asked for. `onEnd` is called after the last ones, and when the client has gone. */
function inPieces(bytes: Bytes, onEnd: () => void): ReadableStream<Bytes> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      at += piece.length;
      controller.enqueue(piece);
      if (at < bytes.length) return;
      controller.close();
      onEnd();
    },
    cancel: onEnd,
  }, { highWaterMark: 0 });
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
