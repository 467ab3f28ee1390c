// Whether an answer under /api is one that the description of its call allows (server/contract/calls.ts).
import { isDeepStrictEqual } from "node:util";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import * as z from "zod/mini";
import { type Call, methodAndPath, statusOf } from "../../../server/contract/call.ts";
import { CALLS } from "../../../server/contract/calls.ts";
import {
  ERROR_VALUES,
  ErrorAnswer,
  type ErrorCode,
  type ValuedCode,
} from "../../../server/contract/error_codes.ts";
import { ERROR_TABLE } from "../../../server/http/error_table.ts";
import { codesOf } from "../../../server/openapi/document.ts";

/** What an address that is no call of the API answers. */
const UNKNOWN: ErrorCode[] = ["path_not_found", "method_not_allowed", "foreign_host"];

/** With these a browser asks whether it has the answer already (RFC 9110, 13.1). */
const CONDITIONS = ["if-none-match", "if-modified-since"];

/**
 * What is wrong with an answer, undefined if nothing is. The answer can still be read afterwards. `isDecoded` is for
 * answers of `fetch`, which decodes a body and leaves its Content-Encoding.
 */
export async function answerFault(
  request: Request,
  response: Response,
  { isDecoded = false } = {},
): Promise<string | undefined> {
  if (!URL.canParse(request.url)) return noUrlFault(request, response);
  const { pathname } = new URL(request.url);
  if (!/^\/api(\/|$)/.test(pathname) || pathname === "/api/openapi.json") return;
  // An upgraded connection has no answer that could be read.
  const encoding = isDecoded ? null : response.headers.get("content-encoding");
  const body = response.status === 101 ? "" : await bodyTextOf(response.clone(), encoding);
  const fault = faultOf(request, pathname, response, body);
  return fault &&
    `${request.method} ${pathname} answered ${response.status}: ${fault}; ${body.slice(0, 300)}`;
}

/** It is answered 400, or 404 to CONNECT, whose address has no path. */
function noUrlFault({ url }: Request, { status }: Response): string | undefined {
  if (status === 400 || status === 404) return;
  return `'${url}', which is no URL, was answered ${status}`;
}

function faultOf(
  request: Request,
  pathname: string,
  { status, headers }: Response,
  body: string,
): string | undefined {
  const isHead = request.method === "HEAD";
  const call = describedCall(isHead ? "GET" : request.method, pathname);
  const type = headers.get("content-type") ?? "";
  if (status >= 400) {
    if (isHead) return;
    return type.startsWith("application/json")
      ? refusalFault({ status, headers }, parse(body), call ? [...codesOf(call)] : UNKNOWN)
      : `the refusal is ${type}`;
  }
  if (!call) return "the call is not described";
  if (status === 304 && CONDITIONS.some((name) => request.headers.has(name))) return;
  const isPart = status === 206 && call.media !== undefined && request.headers.has("range");
  if (status !== statusOf(call) && !isPart) return `described is ${statusOf(call)}`;
  if (call.attachment && !headers.get("content-disposition")?.startsWith("attachment")) {
    return "it is no attachment";
  }
  if (status === 302 && !headers.has("location")) return "it leads nowhere";
  if (isHead) return;
  // "image/*" stands for each type that begins so.
  if (call.media) {
    return type.startsWith(call.media.replace(/\*$/, "")) ? undefined : `it is ${type}`;
  }
  if (!call.answer) return body === "" ? undefined : "it has a body";
  if (!type.startsWith("application/json")) return `it is ${type}`;
  return answerSchemaFault(call.answer, parse(body));
}

function refusalFault(
  { status, headers }: Pick<Response, "status" | "headers">,
  body: unknown,
  codes: ErrorCode[],
): string | undefined {
  const { success, data } = z.safeParse(ErrorAnswer, body);
  if (!success || !isDeepStrictEqual(data, body)) return "it is no error";
  const { code, values: { seconds, ...values } = {} } = data;
  if (ERROR_TABLE[code][0] !== status) return `${code} has another status`;
  if (!codes.includes(code)) return `${code} is not described`;
  const retryAfter = headers.get("retry-after");
  if (seconds !== (retryAfter === null ? undefined : Number(retryAfter))) {
    return `Retry-After is ${retryAfter}`;
  }
  const schema = code in ERROR_VALUES ? ERROR_VALUES[code as ValuedCode] : NO_VALUES;
  if (!z.safeParse(z.catchall(schema, z.never()), values).success) {
    return `the values of ${code} do not fit`;
  }
}

const NO_VALUES = z.object({});

function answerSchemaFault(schema: z.core.$ZodType, body: unknown): string | undefined {
  const { success, data, error } = z.safeParse(schema, body);
  if (!success) return `the schema refuses it: ${JSON.stringify(error.issues)}`;
  if (!isDeepStrictEqual(data, body)) return "it has keys that the schema does not have";
}

const DESCRIBED = Object.entries<Call>(CALLS).map(([name, call]) => {
  const [method, path] = methodAndPath(name);
  const pattern = path.replace(/[.]/g, "\\.").replace(/:\w+/g, "[^/]+");
  return { method, path: new RegExp(`^${pattern}$`), call };
});

/** The first description that matches, as in the router. */
function describedCall(method: string, pathname: string): Call | undefined {
  return DESCRIBED.find((one) => one.method === method && one.path.test(pathname))?.call;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * The body's text, as a client reads it whom the answer tells that it is compressed as `encoding` says.
 * @throws Error if it is not
 */
export async function bodyTextOf(response: Response, encoding: string | null): Promise<string> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  // An answer to HEAD, and one that has not changed, name the encoding of a body that is not there.
  const decoded = bytes.length === 0
    ? bytes
    : encoding === "br"
    ? brotliDecompressSync(bytes)
    : encoding === "gzip"
    ? gunzipSync(bytes)
    : bytes;
  return new TextDecoder().decode(decoded);
}
