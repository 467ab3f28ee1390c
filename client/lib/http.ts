// How the client reaches the server: typed calls, and the two ways in which they fail.
import type { ErrorAnswer, ErrorCode } from "../../server/contract/error_codes.ts";
import { type Arguments, fillAddress, type Input, type OpenCall, type Reply } from "./calls.ts";

/** The server refused (docs/http.md#errors). An answer that is not the server's own has no code and no sentence. */
export class ApiError extends Error {
  override name = "ApiError";
  /** The server's Turkish sentence, to be shown and not to be compared. */
  readonly msg: string;
  readonly code: ErrorCode | undefined;
  /** The field of what was sent that the refusal is about. */
  readonly field: string | undefined;
  /** What the sentence names. */
  readonly values: ErrorAnswer["values"];
  constructor(
    readonly status: number,
    { msg = "", code, field, values }: Partial<ErrorAnswer>,
    /** Seconds until another attempt makes sense, if the server said so. */
    readonly retryAfterS?: number,
    /** The request that can be supported instead (docs/requests.md#support). */
    readonly waitingId?: string,
  ) {
    super(msg || `HTTP ${status}`);
    this.msg = msg;
    this.code = code;
    this.field = field;
    this.values = values;
  }
}

/** The server was not reached, or its answer could not be read. The call may have taken effect. */
export class NetworkError extends Error {
  override name = "NetworkError";
}

/** A connection can break without notice. An answer that has not arrived by then will not arrive. */
const READ_TIMEOUT_MS = 12_000;
/** The server may work for ten seconds on a command, and a file takes time to arrive. */
const COMMAND_TIMEOUT_MS = 30_000;

export interface CallOptions {
  /** The same for every attempt to send one form (docs/requests.md#idempotency). */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** The call goes out also if the page is closed at once. */
  keepalive?: boolean;
  /** Is told the headers of success before the call returns. */
  onHeaders?(headers: Headers): void;
  /** The login of who calls. Most open calls take no notice of it. */
  token?: string | null;
}

interface Sending extends CallOptions {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** The media type of a body that is a file. Without it the body is sent as JSON. */
  media?: string;
  /** The answer is a file: a Blob instead of JSON. */
  file?: boolean;
}

/**
 * Makes a call that is open to everyone and returns its answer.
 * @throws ApiError if the server refused, NetworkError if it was not reached or `signal` was aborted
 */
export async function call<N extends OpenCall>(
  name: N,
  ...[input]: Arguments<Input<N> & CallOptions>
): Promise<Reply<N>> {
  return await send(name, input) as Reply<N>;
}

/** Makes any call. The panel's api.ts gives it types and the login token. @throws as `call` */
export async function send(
  name: string,
  { params, query, body, media, file = false, token, idempotencyKey, signal, keepalive, onHeaders }:
    Sending = {},
): Promise<unknown> {
  const method = name.slice(0, name.indexOf(" "));
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = media ?? "application/json";
  if (token) headers["x-auth-token"] = token;
  if (idempotencyKey) headers["idempotency-key"] = idempotencyKey;
  const timeout = abortAfter(
    method === "GET" && !file ? READ_TIMEOUT_MS : COMMAND_TIMEOUT_MS,
    signal,
  );
  const { response, answer } = await reach(fillAddress(name, { params, query }), {
    method,
    headers,
    body: media ? body as Blob : body === undefined ? undefined : JSON.stringify(body),
    signal: timeout.signal,
    keepalive,
  }, file).finally(timeout.end);
  if (response.ok) {
    onHeaders?.(response.headers);
    return answer;
  }
  const retryAfter = Number(response.headers.get("retry-after"));
  throw new ApiError(
    response.status,
    (answer ?? {}) as Partial<ErrorAnswer>,
    retryAfter > 0 ? retryAfter : undefined,
    response.headers.get("waiting-request") ?? undefined,
  );
}

/** Whether the server refused with one of these codes. */
export function isRefused(error: unknown, ...codes: readonly ErrorCode[]): error is ApiError {
  return error instanceof ApiError && codes.some((code) => code === error.code);
}

/** The server's own sentence about a failure, '' if there is none. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.msg : "";
}

async function reach(address: string, init: RequestInit, file: boolean) {
  const response = await fetch(address, init).catch((cause) => {
    throw new NetworkError(`Cannot reach ${address}`, { cause });
  });
  return { response, answer: await readBody(response, file) };
}

/** A signal that aborts after `ms` or with `signal`. Older phones have no AbortSignal.any. */
function abortAfter(ms: number, signal?: AbortSignal) {
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
