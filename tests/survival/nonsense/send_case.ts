// Makes a request of a case, sends it, reads the answer to its end, and learns from it.
import { type BodyPlan, type Case, type Fields, type Text } from "./cases.ts";
import { BENDS, DAMAGES } from "./values.ts";
import { Known, learn, PARAMETER, type Words } from "./known_words.ts";
import { bodyTextOf } from "../../support/start/answer_fault.ts";
import type { TestApp } from "../../support/start/test_app.ts";

export interface Sent {
  method: string;
  /** Path and query. */
  address: string;
  headers: [string, string][];
  body?: string | Uint8Array<ArrayBuffer>;
  /** Whether the body comes without a length. */
  isStreamed: boolean;
}

export interface Answered {
  status: number;
  ms: number;
  text: string;
}

/** The request that a case is now. What the Fetch API cannot send is left out of it. */
export function requestOf(plan: Case, words: Words): Sent {
  const scope = plan.path.split("/")[2] ?? "";
  const text = (value: unknown) => textOf(value, words, scope);
  const headers: [string, string][] = plan.headers.map(([name, value]) => [name, text(value)]);
  if (plan.token !== undefined) headers.push(["x-auth-token", text(plan.token)]);
  for (const cookie of plan.cookies) headers.push(["cookie", text(cookie)]);
  const query = fieldsOf(plan.query, text);
  let param = 0;
  const path = plan.path.replace(
    PARAMETER,
    () => encoded(text(plan.params[param++] ?? "x")),
  );
  const address = BENDS[plan.bend](path) + (query === "" ? "" : `?${query}`);
  const sent = { method: plan.method, address, headers, isStreamed: false };
  return plan.body && !/^(GET|HEAD)$/i.test(plan.method)
    ? { ...sent, ...withBody(plan.body, headers, words, scope) }
    : sent;
}

/** Sends it into the app from `address`, and learns from the answer. */
export async function send(
  app: TestApp,
  sent: Sent,
  words: Words,
  address?: string,
): Promise<Answered> {
  const startedAt = performance.now();
  const response = await app.fetch(app.deps.config.appOrigin + sent.address, {
    method: sent.method,
    headers: fetchable(sent.headers),
    body: sent.isStreamed && sent.body !== undefined ? new Blob([sent.body]).stream() : sent.body,
    address,
  });
  const text = await bodyTextOf(response, response.headers.get("content-encoding"));
  const ms = performance.now() - startedAt;
  if (response.status < 400) learn(response, text, sent.address, words);
  return { status: response.status, ms, text };
}

/** What is needed to make a test of it. */
export function printed({ method, address, headers, body }: Sent): string {
  const shown = body instanceof Uint8Array ? `bytes ${body}` : body;
  return JSON.stringify({ method, address, headers, body: shown }).slice(0, 4000);
}

function withBody(
  plan: BodyPlan,
  headers: [string, string][],
  words: Words,
  scope: string,
): Partial<Sent> {
  const typed = (type: string) => [...headers, ["content-type", type]] as [string, string][];
  switch (plan.kind) {
    case "json": {
      const json = JSON.stringify(resolved(plan.value, words, scope)) ?? "";
      const body = DAMAGES[plan.damage]!(json);
      return { headers: typed(plan.type), body, isStreamed: plan.isStreamed };
    }
    case "form": {
      const body = fieldsOf(plan.fields, (value) => textOf(value, words, scope));
      return { headers: typed("application/x-www-form-urlencoded"), body };
    }
    case "text":
      return { headers: typed(plan.type), body: plan.text };
    case "bytes":
      return { headers: typed(plan.type), body: plan.bytes };
  }
}

function fieldsOf(fields: Fields, text: (value: unknown) => string): string {
  return fields instanceof Known
    ? text(fields)
    : String(new URLSearchParams(fields.map(([name, value]) => [name, text(value)])));
}

function resolved(value: unknown, words: Words, scope: string): unknown {
  if (value instanceof Known) return words.wordFor(value, scope);
  if (Array.isArray(value)) return value.map((item) => resolved(item, words, scope));
  if (value === null || typeof value !== "object") return value;
  // Also '__proto__' is to become a key of its own.
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, resolved(item, words, scope)]),
  );
}

function textOf(value: unknown | Text, words: Words, scope: string): string {
  return value instanceof Known ? words.wordFor(value, scope) : String(value);
}

/** A hostile text may be encoded already, or hold a lone surrogate, which cannot be. */
function encoded(text: string): string {
  return text.includes("%") ? text : encodeURIComponent(text.toWellFormed());
}

/** Without the headers that the Fetch API refuses to send: over a socket they come (wire_test.ts). */
function fetchable(headers: [string, string][]): Headers {
  const kept = new Headers();
  for (const [name, value] of headers) {
    if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) kept.append(name, value);
  }
  return kept;
}
