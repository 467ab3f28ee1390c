// Calls to Spotify's Web API: admitted by budget and guard, and how each kind of call can fail.
import type { Spotify } from "../../config.ts";
import { DomainError } from "../../errors.ts";
import { LeftOutError } from "../left_out_error.ts";
import type { PlayOutcome } from "../provider.ts";
import { boundedFetch, type Bounds, type Fetch, neverSent } from "./bounded_fetch.ts";
import type { BusyGuard } from "./busy_guard.ts";
import type { CallBudget, CallKind } from "./call_budget.ts";
import { BrokenError, MissingError, unavailable } from "./refusals.ts";
import { type TokenCall, TokenRefusedError } from "./tokens.ts";

interface ReadOptions {
  kind?: CallKind;
  /** A status that means that there is nothing to read, so that `parse` gets null. */
  absent?: number;
}

/** Every call throws TokenRefusedError if the access token is not accepted. */
export interface WebCalls {
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
    async read(path, call, parse, { kind, absent } = {}) {
      try {
        const response = await send("GET", path, call, { kind, absent });
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
    { kind = "needed", absent, body }: ReadOptions & { body?: unknown } = {},
  ): Promise<Response> {
    const init = {
      method,
      signal,
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    };
    const response = await boundedFetch(fetch, bounds, `${service.apiUrl}${path}`, init, {
      admit: (signal) => admit(kind, signal),
      // The body of a command's 2xx has no use, and may never end.
      skipOkBody: method !== "GET",
    });
    if (response.status === 401) throw new TokenRefusedError();
    if (!response.ok && response.status !== absent) throw await guard.refusalOf(response);
    guard.heard();
    return response;
  }

  function admit(kind: CallKind, signal: AbortSignal): void {
    // Without this, `fetch` would fail in the same way as if the call had been made.
    if (signal.aborted) throw unavailable(signal.reason);
    guard.requireOpen();
    budget.take(kind);
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
