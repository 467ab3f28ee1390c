// A fetch with bounds: on its time and on the size of its answer. It sends a request once and follows no redirect.
import type { Hono } from "hono";
import { withDeadline } from "../../timer.ts";

/** The part of `fetch` that is used here, so that the demo account can replace it in-process. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Bounds {
  /** How long a call may take in all, its body included (ms). */
  timeoutMs: number;
}

/** The largest answer that is read. A page of ten songs has some 30 KB. */
const MAX_ANSWER_BYTES = 512 * 1024;

class AnswerTooLargeError extends Error {
  override name = "AnswerTooLargeError";
}

interface FetchOptions {
  /** Throws if the call may not be made. */
  admit?(signal: AbortSignal): void;
  /** The body of a 2xx is not read: a player command has taken effect when its status arrives. */
  skipOkBody?: boolean;
}

/**
 * Fetches `url` and reads the whole answer.
 * @throws DOMException `TimeoutError` after `timeoutMs`, AnswerTooLargeError, what `admit` and `fetch` throw
 */
export function boundedFetch(
  fetch: Fetch | undefined,
  { timeoutMs }: Bounds,
  url: string,
  init: RequestInit,
  { admit, skipOkBody = false }: FetchOptions = {},
): Promise<Response> {
  return withDeadline(timeoutMs, async (deadline) => {
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    admit?.(signal);
    // Deno's shared client repeats a PUT after a connection reset. A client without idle connections does not.
    using client = fetch ? undefined : Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
    // `client` is Deno's own option, which the browser's type does not have.
    const bounded = { ...init, redirect: "manual", signal, client } as RequestInit;
    const response = await (fetch ?? globalThis.fetch)(url, bounded);
    if (!skipOkBody || !response.ok) return await readWhole(response);
    await response.body?.cancel().catch(() => {});
    return new Response(null, { status: 204 });
  });
}

/** Whether a fetch failed before anything was sent, so that it had no effect. */
export function neverSent(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (/client error \(Connect\)|dns error/.test(e.message)) return true;
  }
  return false;
}

async function readWhole(response: Response): Promise<Response> {
  const body = await readAll(response);
  return new Response(body.length === 0 ? null : body, {
    status: response.status,
    headers: response.headers,
  });
}

async function readAll(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new AnswerTooLargeError(`over ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

// Calls the demo account without a socket, because a server may not be able to reach its own address.

/** A `fetch` that reaches the demo account at `baseUrl` and no other address. */
export function demoFetch(account: Hono, baseUrl: string): typeof fetch {
  const base = new URL(baseUrl);
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (url.origin !== base.origin || !url.pathname.startsWith(`${base.pathname}/`)) {
      throw new TypeError(`Cannot fetch ${url.origin}: only the demo music account is in reach`);
    }
    url.pathname = url.pathname.slice(base.pathname.length);
    request.signal.throwIfAborted();
    return await account.fetch(new Request(url, request));
  };
}
