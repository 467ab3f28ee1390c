// The network of a page under test: calls go to a server in this process, or get the answers that a test scripts.
import type { ErrorCode } from "../../../server/contract/error_codes.ts";
import { ERROR_TABLE, errorBody } from "../../../server/http/error_table.ts";
import type { TestApp } from "../../support/start/test_app.ts";

export interface Call {
  method: string;
  /** With its query. */
  path: string;
  headers: Headers;
  /** What was sent as JSON, or the file. */
  body: unknown;
}

export type Answer = (call: Call) => Response | Promise<Response>;

export interface Network extends Disposable {
  /** Every call so far, in order. */
  calls: Call[];
  /** How many calls the server has not answered yet. */
  underWay(): number;
  /** The paths of every call so far, or of those by this method, in order. */
  paths(method?: string): string[];
  /** What every call so far, or those by this method, sent. */
  bodies(method?: string): unknown[];
  /**
   * From now on, `answer` answers calls whose path begins with `path`; the latest script counts. What is no function is
   * sent as JSON.
   */
  answer(method: string, path: string, answer: Answer | object): void;
  /** From now on, the server answers such calls again. */
  restore(method: string, path: string): void;
  /** From now on, such calls wait for `release`. Returns what is waiting, in order. */
  hold(method: string, path: string): HeldCall[];
}

export interface HeldCall {
  call: Call;
  /** Answers with `response`, by default as the server does. */
  release(response?: Response): void;
}

/**
 * Answers the global `fetch` until it is disposed. Calls without a script go to `server` with `cookie`; without a
 * server they fail as if offline.
 */
export function openNetwork(server?: Pick<TestApp, "fetch">, cookie?: string): Network {
  const realFetch = globalThis.fetch;
  const scripts: { method: string; path: string; answer: Answer }[] = [];
  const calls: Call[] = [];
  let underWay = 0;

  const ask: Answer = async ({ method, path, headers, body }) => {
    if (!server) throw new TypeError(`Nothing answers ${method} ${path}`);
    underWay += 1;
    try {
      const answer = await server.fetch(path, {
        method,
        headers: { ...Object.fromEntries(headers), ...(cookie && { cookie }) },
        body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
      });
      return new Response(answer.body && await answer.arrayBuffer(), answer);
    } finally {
      underWay -= 1;
    }
  };
  const made = (method?: string) => calls.filter((call) => !method || call.method === method);
  const network: Network = {
    calls,
    underWay: () => underWay,
    paths: (method) => made(method).map(({ path }) => path),
    bodies: (method) => made(method).map(({ body }) => body),
    answer(method, path, given) {
      const answer = typeof given === "function" ? given as Answer : () => Response.json(given);
      scripts.unshift({ method, path, answer });
    },
    restore: (method, path) => network.answer(method, path, ask),
    hold(method, path) {
      const held: HeldCall[] = [];
      network.answer(method, path, (call) =>
        new Promise((resolve) =>
          held.push({
            call,
            release: (response) => resolve(response ?? ask(call)),
          })
        ));
      return held;
    },
    [Symbol.dispose]: () => void (globalThis.fetch = realFetch),
  };

  globalThis.fetch = (path, { method = "GET", headers, body, signal } = {}) => {
    const call: Call = {
      method,
      path: String(path),
      headers: new Headers(headers),
      body: body instanceof Blob ? body : body ? JSON.parse(String(body)) : undefined,
    };
    calls.push(call);
    const script = scripts.find((script) =>
      script.method === method && call.path.startsWith(script.path)
    );
    return untilAborted(Promise.resolve((script?.answer ?? ask)(call)), signal);
  };
  return network;
}

/** `answer`, or an AbortError as soon as `signal` is aborted. */
function untilAborted(answer: Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** An answer as the server gives it when it refuses with this code. Without a `msg` it has the table's sentence. */
export function refusal(code: ErrorCode, msg?: string, headers?: Record<string, string>): Answer {
  return () => refused(code, msg, headers);
}

/** The answer of a server that wants to be left alone for so many seconds. */
export function busyFor(seconds: number): Answer {
  return refusal("rate_limited", "Çok fazla.", { "retry-after": `${seconds}` });
}

/** No answer: the server is out of reach. */
export const OFFLINE: Answer = () => Promise.reject(new TypeError("offline"));

/** The answer while the database can not be reached. */
export const BUSY: Answer = () => refused("database_unavailable", "Sistem şu anda yoğun.");

/** The answer of `refusal`. */
export function refused(
  code: ErrorCode,
  msg?: string,
  headers: Record<string, string> = {},
): Response {
  const body = errorBody({ code, detail: { msg } });
  return Response.json(body, { status: ERROR_TABLE[code][0], headers });
}
