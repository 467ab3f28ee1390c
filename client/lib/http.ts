// The client's calls to the server: JSON in both directions, and two kinds of failure.

/** The server refused: its status and its Turkish sentence (docs/http.md#errors). */
export class ApiError extends Error {
  override name = "ApiError";
  constructor(
    readonly status: number,
    readonly msg: string,
    /** Seconds until another attempt can succeed, if the server named them. */
    readonly retryAfterS?: number,
  ) {
    super(msg || `HTTP ${status}`);
  }
}

/** The server could not be reached, or its answer could not be read. The call may have taken effect. */
export class NetworkError extends Error {
  override name = "NetworkError";
}

/** A connection can die without an error, so a read that takes longer has failed. */
const READ_TIMEOUT_MS = 12_000;
/** For commands, on which the server may work for ten seconds, and for files. */
const COMMAND_TIMEOUT_MS = 30_000;

export interface CallOptions {
  body?: unknown;
  /** Whether the answer is a file, returned as a Blob. */
  file?: boolean;
  /** The login token. */
  token?: string | null;
  /** The same for every attempt of one submitted form (docs/requests.md#idempotency). */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/**
 * Calls the server and returns its answer, or undefined for an answer without a body.
 * @throws ApiError if the server refused
 * @throws NetworkError if it could not be reached in time, or if `signal` was aborted
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
  const timeoutMs = method === "GET" && !file ? READ_TIMEOUT_MS : COMMAND_TIMEOUT_MS;
  const deadline = startDeadline(timeoutMs, signal);
  const { response, answer } = await reach(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: deadline.signal,
  }, file).finally(deadline.end);
  if (response.ok) return answer as T;
  const retryAfter = Number(response.headers.get("retry-after"));
  throw new ApiError(response.status, msgOf(answer), retryAfter > 0 ? retryAfter : undefined);
}

/** The server's own sentence about a failure, or '' if there is none. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.msg : "";
}

async function reach(path: string, init: RequestInit, file: boolean) {
  const response = await fetch(path, init).catch((cause) => {
    throw new NetworkError(`Cannot reach ${path}`, { cause });
  });
  return { response, answer: await readBody(response, file) };
}

/** A signal that aborts after `ms` or with `signal`. `AbortSignal.any` does not exist on older phones. */
function startDeadline(ms: number, signal?: AbortSignal) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, ms);
  signal?.addEventListener("abort", abort);
  return {
    signal: controller.signal,
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
