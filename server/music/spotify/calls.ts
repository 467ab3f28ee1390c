// A fetch with bounds: on its time and on the size of its answer. It sends a request once and follows no redirect.
import type { Hono } from "hono";
import type { Spotify } from "../../config.ts";
import { DomainError } from "../../errors.ts";
import { withDeadline } from "../../timer.ts";
import { LeftOutError, type PlayOutcome } from "../provider.ts";
import { type CallBudget, type CallKind, isOfGuests } from "./call_budget.ts";
import { BrokenError, BusyError, MissingError, toRefusal, unavailable } from "./refusals.ts";
import { type TokenCall, TokenRefusedError } from "./tokens.ts";

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

// Calls of Spotify's Web API: bounded, counted, and left alone while the service is busy.

// Leaves a service alone that answered 429, for the time that it names (docs/music.md#calls).

/** The pause if the service names none. It doubles while 429s follow each other. */
const FIRST_PAUSE_S = 5;
const MAX_PAUSE_S = 60;

export interface BusyGuard {
  /** @throws BusyError with the time that is left, until the service may be asked for a call of this kind again */
  requireOpen(kind?: CallKind): void;
  /** Takes note of an answer that was no refusal. */
  heard(): void;
  /** Reads a refusal and takes note of it. A 429 that names no time gets the seconds of the pause. */
  refusalOf(response: Response, kind?: CallKind): Promise<DomainError>;
}

/** `onBusy` is called at each 429 outside of a pause: several calls at once may meet the same one. */
export function createBusyGuard(now: () => number, onBusy?: () => void): BusyGuard {
  let pause = { from: 0, until: 0, sentence: "", isOfGuestsAlone: false };
  let unnamedS = FIRST_PAUSE_S;

  return {
    requireOpen(kind = "needed") {
      const left = leftS();
      // The service has not asked for this pause. Until it refuses something else, guests' searches alone were too much.
      if (pause.isOfGuestsAlone && (kind === "needed" || kind === "searchOfLogin")) return;
      if (left > 0) throw new BusyError(pause.sentence, left);
    },

    heard,

    async refusalOf(response, kind = "needed") {
      const text = await response.text();
      const error = toRefusal(response.status, response.headers, text, now());
      if (!(error instanceof BusyError)) {
        heard();
        return error;
      }
      const isFirst = leftS() === 0;
      if (isFirst) onBusy?.();
      const named = error.detail.retryAfterS;
      const seconds = named ?? pauseS();
      const until = Math.max(pause.until, now() + seconds * 1000);
      const isOfGuestsAlone = isOfGuests(kind) && named === undefined &&
        (isFirst || pause.isOfGuestsAlone);
      pause = { from: now(), until, sentence: error.sentence, isOfGuestsAlone };
      return new BusyError(error.sentence, leftS());
    },
  };

  /** An answer during a pause is of a call that was made before it, and says nothing about what follows. */
  function heard(): void {
    if (leftS() === 0) unnamedS = FIRST_PAUSE_S;
  }

  /** How long to leave the service alone if it does not say. Several calls at once may meet the same 429. */
  function pauseS(): number {
    if (leftS() > 0) return leftS();
    const seconds = unnamedS;
    unnamedS = Math.min(2 * seconds, MAX_PAUSE_S);
    return seconds;
  }

  /** The seconds that are left of the pause. None if the clock was set back, since it is not known then. */
  function leftS(): number {
    return pause.from <= now() ? Math.max(0, Math.ceil((pause.until - now()) / 1000)) : 0;
  }
}

interface ReadOptions {
  kind?: CallKind;
  /** Whose search it is. */
  address?: string;
  /** A status that means that there is nothing to read, so that `parse` gets null. */
  absent?: number;
}

/** Every call throws TokenRefusedError if the access token is not accepted. */
interface WebCalls {
  /** Reads JSON; `parse` gets null if the answer is empty. @throws DomainError `music_*`, LeftOutError */
  read<T>(
    path: string,
    call: TokenCall,
    parse: (answer: unknown) => T,
    options?: ReadOptions,
  ): Promise<T>;
  /** Sends a command that may be sent twice. @throws DomainError `music_*`, `volume_fixed` */
  command(path: string, call: TokenCall): Promise<void>;
  /** Sends an order to play, once. */
  order(path: string, body: unknown, call: TokenCall): Promise<PlayOutcome>;
}

export interface WebCallParts {
  service: Spotify;
  bounds: Bounds;
  fetch: Fetch | undefined;
  budget: CallBudget;
  guard: BusyGuard;
}

export function createWebCalls({ service, bounds, fetch, budget, guard }: WebCallParts): WebCalls {
  return {
    async read(path, call, parse, { kind, address, absent } = {}) {
      try {
        const response = await send("GET", path, call, { kind, address, absent });
        const text = response.status === absent ? "" : await response.text();
        return parse(text === "" ? null : JSON.parse(text));
      } catch (error) {
        throw explained(error);
      }
    },

    async command(path, call) {
      try {
        await send("PUT", path, call);
      } catch (error) {
        throw explained(error);
      }
    },

    async order(path, body, call) {
      try {
        await send("PUT", path, call, { body });
        return { kind: "ok" };
      } catch (error) {
        if (error instanceof TokenRefusedError) throw error;
        // A 5xx may come from a gateway, while the player behind it has carried out the order.
        if (error instanceof BrokenError) return { kind: "unknown", mayFollow: false };
        if (error instanceof MissingError) return { kind: "refused", error, because: "song" };
        if (error instanceof DomainError) return { kind: "refused", error };
        if (neverSent(error)) return { kind: "refused", error: unavailable(error) };
        return { kind: "unknown", mayFollow: isTimeout(error) };
      }
    },
  };

  /** @throws DomainError if the call was not made or was refused, TokenRefusedError, what `fetch` throws */
  async function send(
    method: string,
    path: string,
    { accessToken, signal }: TokenCall,
    { kind = "needed", address, absent, body }: ReadOptions & { body?: unknown } = {},
  ): Promise<Response> {
    const init = {
      method,
      signal,
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    };
    const response = await boundedFetch(fetch, bounds, `${service.apiUrl}${path}`, init, {
      admit: (signal) => admit(kind, address, signal),
      // The body of a command's 2xx has no use, and may never end.
      skipOkBody: method !== "GET",
    });
    if (response.status === 401) throw new TokenRefusedError();
    if (!response.ok && response.status !== absent) throw await guard.refusalOf(response, kind);
    guard.heard();
    return response;
  }

  function admit(kind: CallKind, address: string | undefined, signal: AbortSignal): void {
    // Without this, `fetch` would fail in the same way as if the call had been made.
    if (signal.aborted) throw unavailable(signal.reason);
    guard.requireOpen(kind);
    budget.take(kind, address);
  }
}

function explained(error: unknown): Error {
  const isKnown = error instanceof DomainError || error instanceof TokenRefusedError ||
    error instanceof LeftOutError;
  return isKnown ? error : unavailable(error);
}

/** Whether the call was given up here, so that the service may still carry it out. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /^(Timeout|Abort)Error$/.test(error.name);
}
