// The client's one way to the server: typed JSON calls, and the two ways in which they fail.

/** The server refused: its status and its Turkish sentence (contract: HTTP). */
export class ApiError extends Error {
  override name = "ApiError";
  constructor(
    readonly status: number,
    readonly msg: string,
    /** Seconds until a further try makes sense, where the server said so. */
    readonly retryAfterS?: number,
  ) {
    super(msg || `HTTP ${status}`);
  }
}

/** The server was not reached, or what came back was no answer of ours. The call may have taken effect. */
export class NetworkError extends Error {
  override name = "NetworkError";
}

/** A connection can die without a word: an answer that has not come by then is not coming. */
const READ_MS = 12_000;
/** The server may work for ten seconds on what it is told to do, and its answer, like a file, is worth waiting for. */
const ACT_MS = 30_000;

export interface CallOptions {
  body?: unknown;
  /** The answer is a file: a Blob instead of what JSON says. */
  file?: boolean;
  /** The login token (spec 7: x-auth-token). */
  token?: string | null;
  /** The same for every try of one submitted form (contract: Idempotency-Key). */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/**
 * Calls the server and returns its answer, undefined where there is no body.
 * @throws ApiError where the server refused, NetworkError where it was out of reach or `signal` gave up
 */
export async function call<T>(
  method: string,
  path: string,
  { body, file = false, token, idempotencyKey, signal }: CallOptions = {},
): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token) headers["x-auth-token"] = token;
  if (idempotencyKey) headers["idempotency-key"] = idempotencyKey;
  const patience = waitFor(method === "GET" && !file ? READ_MS : ACT_MS, signal);
  const { response, answer } = await reach(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: patience.signal,
  }, file).finally(patience.end);
  if (response.ok) return answer as T;
  const retryAfter = Number(response.headers.get("retry-after"));
  throw new ApiError(response.status, msgOf(answer), retryAfter > 0 ? retryAfter : undefined);
}

/** The server's own sentence about a failure, '' where there is none. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.msg : "";
}

async function reach(path: string, init: RequestInit, file: boolean) {
  const response = await fetch(path, init).catch((cause) => {
    throw new NetworkError(`Cannot reach ${path}`, { cause });
  });
  return { response, answer: await readBody(response, file) };
}

/** A signal that aborts after `ms` or with `signal`. Not AbortSignal.any, which older phones do not have. */
function waitFor(ms: number, signal?: AbortSignal) {
  const giveUp = new AbortController();
  const abort = () => giveUp.abort();
  const timer = setTimeout(abort, ms);
  signal?.addEventListener("abort", abort);
  return {
    signal: giveUp.signal,
    end() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    },
  };
}

async function readBody(response: Response, file: boolean): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return await (file && response.ok ? response.blob() : response.json());
  } catch (cause) {
    if (!response.ok) return undefined;
    throw new NetworkError("Cannot read the answer", { cause });
  }
}

function msgOf(answer: unknown): string {
  const msg = (answer as { msg?: unknown } | null | undefined)?.msg;
  return typeof msg === "string" ? msg : "";
}
