// How one call of the API is described, and the types that follow from a description.
//
// A domain's descriptions stand in one object, each under its name, which is its method and its path:
//
//   export const CAFE_CALLS = {
//     "GET /api/cafes/:cafeId": { summary: "…", access: "everyone", answer: PublicCafe },
//   } as const satisfies Calls;
//
// server/http/serve_calls.ts serves them, server/openapi/document.ts documents them, client/lib/http.ts calls them.
import type * as z from "zod/mini";
import type { Access } from "./access.ts";
import type { ErrorCode } from "./error_codes.ts";

type Schema = z.core.$ZodType;

export interface Call {
  /** One line for the OpenAPI document. */
  summary: string;
  /** Who may call: with a login token in `x-auth-token`, or everyone. */
  access: Access;
  query?: z.ZodMiniObject;
  body?: Schema;
  /** A missing body counts as an empty object. */
  bodyOptional?: true;
  /** The body if it is a file and not JSON. The handler gets its bytes, or a stream of them if they are many. */
  upload?: { media: "text/csv"; maxBytes: number } | {
    media: "audio/*";
    maxBytes: number;
    streamed: true;
  };
  /** The status of success: 200 by default, or 204 if there is neither `answer` nor `media`. */
  status?: 101 | 201 | 202 | 302;
  /** The JSON of success. */
  answer?: Schema;
  /** The media type of success if it is not JSON. */
  media?: string;
  /** The answer is a file to save: it carries `Content-Disposition: attachment`. */
  attachment?: true;
  /** Headers that success may have, and when. */
  headers?: Readonly<Record<string, string>>;
  /** What it can refuse with, besides the errors that `access`, `query` and `body` imply. */
  errors?: readonly ErrorCode[];
}

/** A domain's calls. Of two paths that match the same address, the one described first answers. */
export type Calls = Readonly<Record<`${"GET" | "POST" | "PUT" | "DELETE"} /api/${string}`, Call>>;

/** The path's parameters: `{ id: string }` for "PUT /api/requests/:id". */
export type Params<Name> = { [P in ParamName<Name>]: string };

type ParamName<Name> = Name extends `${string}/:${infer P}/${infer Rest}`
  ? P | ParamName<`/${Rest}`>
  : Name extends `${string}/:${infer P}` ? P
  : never;

/** The media type of the file that the caller sends, undefined if the body is JSON or missing. */
export type Uploaded<C> = C extends { upload: { media: infer M extends string } } ? M : undefined;

/** What the caller sends as `Part`, undefined if the call takes none. */
export type Sent<C, Part extends "query" | "body"> = C extends Record<Part, infer S extends Schema>
  ? z.input<S>
  : undefined;

/** What the handler gets as `Part`: validated, with defaults and transformations applied. */
export type Received<C, Part extends "query" | "body"> = C extends
  Record<Part, infer S extends Schema> ? z.output<S>
  : [Part, C] extends ["body", { upload: { streamed: true } }] ? ReadableStream<Uint8Array>
  : [Part, Uploaded<C>] extends ["body", string] ? Uint8Array<ArrayBuffer>
  : undefined;

/** What a handler returns: the JSON of success, nothing for a 204, and a Response of its own for the rest. */
export type Answer<C> = C extends { answer: infer S extends Schema } ? z.output<S>
  : C extends { media: string } | { status: 101 | 302 } ? never
  : void;

/** A call's method and path: "PUT /api/requests/:id" is `["PUT", "/api/requests/:id"]`. */
export function methodAndPath(name: string): [method: string, path: string] {
  const [method = "", path = ""] = name.split(" ");
  return [method, path];
}

export function statusOf({ status, answer, media }: Call) {
  return status ?? (answer || media ? 200 : 204);
}
