// Sends large answers as their clients take them, and bounds what is kept for clients that do not (docs/http.md#large-answers).
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Config } from "../config.ts";
import { DomainError } from "../errors.ts";
import { type AppEnv, clientAddress } from "./caller.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** How many bytes there may be of answers that are not taken yet. */
export interface UnreadCaps {
  /** For each address, or each login where there is one. */
  perClient: number;
  total: number;
}

const MB = 1024 * 1024;
const DEFAULT_CAPS: UnreadCaps = { perClient: 64 * MB, total: 128 * MB };
/** For RATE_LIMITS=off. */
const NO_CAPS: UnreadCaps = { perClient: Infinity, total: Infinity };

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
  ): Response;
}

export function createAnswers(
  { trustedProxyHops, rateLimits }: Pick<Config, "trustedProxyHops" | "rateLimits">,
  { perClient, total }: UnreadCaps = rateLimits ? DEFAULT_CAPS : NO_CAPS,
): Answers {
  const all = createUnread();
  const byClient = new Map<string, Unread>();

  /** Counts the bytes for this client. Returns what to call when they are sent or given up. */
  function count(c: Context<AppEnv>, { buffer }: Bytes): () => void {
    const login = c.get("caller")?.sessionId;
    const client = login ?? clientAddress(c, trustedProxyHops);
    const own = byClient.get(client) ?? createUnread();
    if (own.with(buffer) > perClient) {
      throw new DomainError("too_many_unread", { retryAfterS: RETRY_S });
    }
    if (all.with(buffer) > total) {
      throw new DomainError("too_many_unread_in_all", { retryAfterS: RETRY_S });
    }
    byClient.set(client, own);
    own.add(buffer);
    all.add(buffer);
    return () => {
      all.remove(buffer);
      own.remove(buffer);
      if (own.with() === 0) byClient.delete(client);
    };
  }

  return {
    send(c, content, status, headers) {
      if (content.length <= LARGE_BYTES) return c.body(content, status, headers);
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      const withLength = { ...headers, "Content-Length": String(bytes.length) };
      if (c.req.method === "HEAD") return c.body("", status, withLength);
      const uncount = once(count(c, bytes));
      const { completed } = (c.env ?? {}) as Partial<Deno.ServeHandlerInfo>;
      // Only a server knows when an answer has left. What is asked within the process has left when it is read.
      completed?.then(uncount, uncount);
      const body = inPieces(bytes, completed ? () => {} : uncount);
      return c.body(body, status, withLength);
    },
  };
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
