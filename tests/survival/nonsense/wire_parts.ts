// The parts of requests of HTTP/1.1, right and wrong. One character is one byte.
import fc from "../../support/properties.ts";
import { inTime } from "../../support/time/until.ts";
import type { Route } from "./cases.ts";
import { isDoneWithin, waitAtMost } from "../../../server/timer.ts";

const BODY = '{"email":"a@ornek.test","password":"ilik"}';
export const VERSIONS = [
  ...["HTTP/1.0", "HTTP/1.1 ", "HTTP/1.11", "HTTP/2.0", "HTTP/0.9", "http/1.1", "ICY", ""],
];
export const METHODS = [
  ...["GET", "POST", "PUT", "HEAD", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW"],
];
export const BAD_METHODS = [
  ...["", " ", "G\0T", "gEt", "GET\tPOST", "\xff", "M".repeat(9000), "POST\r\n"],
];
export const TARGETS = [
  ...["*", "", "/", "//", "//evil.test/x", "/..", "/../../x", "/%", "/%00", "/\0", "/\xff\xfe"],
  ...["/a b", "/#a", "/?", "/?%", "?a", "a", ":80", "host:443", "http://", "http:///"],
  ...["http://evil.test/api", "http://[::1", "http://a:99999/", "http://user:pass@127.0.0.1/"],
  ...["https://x/healthz", "ftp://x/", "http://\xe4.test/", "http://127.0.0.1/%ff", "\\"],
  ...["/\\..\\x", "/" + "x".repeat(70_000)],
];
export const HOSTS = [
  ...["", "a b", "[::1", "[::1]:80", "host:99999", "host:", "\xff", "evil.test", "a\0b", "a/b"],
  ...["a@b", "http://x", "127.0.0.1, evil.test", "x".repeat(9000), "%00", "..", "xn--"],
  "1.2.3.4.5",
];
export const LINES = [
  ...["x-auth-token: a\r\nx-auth-token: b", "cookie: guest=a\r\ncookie: guest=b", "cookie: =;=;;,"],
  ...["content-type: text/plain\r\ncontent-type: application/json", "X : a", " x: folded"],
  ...[": empty", "nocolon", "x: a\0b", "x: \xff\xfe", "\xff: a", "x:\ta\r\n\tb", "x: a\rb"],
  ...["x: a\nb", "a".repeat(9000), "x: " + "y".repeat(100_000), "expect: 100-continue"],
  ...["expect: nonsense", "connection: upgrade", "upgrade: h2c"],
  ...["upgrade: websocket\r\nconnection: upgrade", "te: trailers", "trailer: x"],
  ...["transfer-encoding: gzip", "range: bytes=0-,0-,0-,0-", "accept-encoding: \xff"],
  ...["origin: \xff", "x-forwarded-for: \xff", "x-forwarded-for: a\r\nx-forwarded-for: b"],
  "idempotency-key: \xff",
  Array.from({ length: 90 }, (_, i) => `x${i}: y`).join("\r\n"),
  Array.from({ length: 2000 }, (_, i) => `x${i}: y`).join("\r\n"),
];
/** How a body is announced and sent. */
export const FRAMINGS: [header: string, body: string][] = [
  ["", ""],
  ["", BODY],
  [`content-length: ${BODY.length}`, BODY],
  [`content-length: ${BODY.length + 50}`, BODY],
  [`content-length: ${BODY.length - 5}`, BODY],
  ["content-length: 0", BODY],
  ["content-length: -1", BODY],
  ["content-length: +5", BODY],
  ["content-length: 5, 5", BODY],
  ["content-length: 5\r\ncontent-length: 6", BODY],
  ["content-length: 99999999999999999999", BODY],
  ["content-length: 18446744073709551615", BODY],
  ["content-length: 0x10", BODY],
  ["content-length:", BODY],
  ["transfer-encoding: chunked", `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`],
  ["transfer-encoding: chunked", `${BODY.length.toString(16)}\r\n${BODY}\r\n`],
  ["transfer-encoding: chunked", `5;${"e".repeat(20_000)}\r\nabcde\r\n0\r\n\r\n`],
  ["transfer-encoding: chunked", "ffffffffffffffff\r\nabc"],
  ["transfer-encoding: chunked", "fffffffffffffffffff\r\nabc"],
  ["transfer-encoding: chunked", "-5\r\nabcde\r\n0\r\n\r\n"],
  ["transfer-encoding: chunked", "zz\r\nabc\r\n0\r\n\r\n"],
  ["transfer-encoding: chunked", "5\r\nabcdefgh\r\n0\r\n\r\n"],
  ["transfer-encoding: chunked", "0\r\ncontent-length: 5\r\nx: \xff\r\n\r\n"],
  ["transfer-encoding: chunked", "1\r\na\r\n".repeat(3000) + "0\r\n\r\n"],
  ["transfer-encoding: chunked\r\ncontent-length: 5", "0\r\n\r\n"],
  ["transfer-encoding: chunked, identity", "0\r\n\r\n"],
  ["transfer-encoding: chunked\r\ntransfer-encoding: chunked", "0\r\n\r\n"],
  ["transfer-encoding: \vchunked", "0\r\n\r\n"],
];

/** Bytes that are no request at all. The last is the beginning of a TLS handshake. */
export const NO_REQUESTS = [
  ...["", "\0", "\r\n", "\r\n\r\n\r\n", "GET", "GET / HTTP/1.1", "GET / HTTP/1.1\r\nHost: x"],
  "HTTP/1.1 200 OK\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + "\xff".repeat(64),
  "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03",
];

// What only a socket shows: bytes that are a request of HTTP/1.1, nearly one, or none. One character is one byte.

/** One to three requests, or bytes. `host` is that of the server. */
export function wireCase(routes: Route[], host: string): fc.Arbitrary<string> {
  const paths = [...new Set(routes.map(({ path }) => path.replace(/[:*{][^/]*/g, "x")))];
  const one = request(paths, host);
  return fc.oneof(
    { weight: 8, arbitrary: one },
    {
      weight: 3,
      arbitrary: fc.array(one, { minLength: 2, maxLength: 3 }).map((all) => all.join("")),
    },
    { weight: 1, arbitrary: fc.constantFrom(...NO_REQUESTS) },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 200 }).map((all) => String.fromCharCode(...all)),
    },
  );
}

function request(paths: string[], host: string): fc.Arbitrary<string> {
  return fc.record({
    method: often(fc.constantFrom(...METHODS), BAD_METHODS, 15),
    target: often(fc.constantFrom(...paths), TARGETS, 4),
    version: often(fc.constant("HTTP/1.1"), VERSIONS, 15),
    hosts: often<string[]>(fc.constant([`host: ${host}`]), [
      [],
      [`host: ${host}`, "host: evil.test"],
      ...HOSTS.map((name) => [`host: ${name}`]),
    ], 8),
    lines: often<string[]>(fc.constant([]), LINES.map((line) => [line]), 2),
    framing: often(fc.constantFrom(...FRAMINGS.slice(0, 3)), FRAMINGS, 2),
    isKept: fc.boolean(),
    newline: often(fc.constant("\r\n"), ["\n", "\r", "\r\r\n"], 60),
  }).map(({ method, target, version, hosts, lines, framing: [header, body], isKept, newline }) =>
    [
      `${method} ${target} ${version}`,
      ...hosts,
      "content-type: application/json",
      ...lines,
      ...header === "" ? [] : [header],
      ...isKept ? [] : ["connection: close"],
      "",
      body,
    ].join(newline)
  );
}

function often<T>(usual: fc.Arbitrary<T>, odd: T[], times: number): fc.Arbitrary<T> {
  return fc.oneof({ weight: times, arbitrary: usual }, {
    weight: 1,
    arbitrary: fc.constantFrom(...odd),
  });
}

// Sends bytes to a server and reads what it answers, until it closes the connection.

/** After this much silence the sender's half is closed: the server may be waiting for the rest of a request. */
const SILENCE_MS = 150;
/** Then the server has to answer what it has, and close. */
const CLOSING_MS = 5_000;

export interface Exchanged {
  /** Of each answer, in order. */
  statuses: number[];
  /** How long the server took from the last byte that was sent, or from the close of the sender's half. */
  ms: number;
}

/**
 * One character of `text` is one byte. `isWhole`: it is a whole request, whose answer is waited for however busy the machine
 * is. @throws Error if the server does not close in time
 */
export async function exchange(origin: string, text: string, isWhole = false): Promise<Exchanged> {
  const { hostname, port } = new URL(origin);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const reading = readAll(connection, resolve);
  await writeAll(connection, Uint8Array.from(text, (char) => char.charCodeAt(0)));
  if (isWhole) await inTime(Promise.race([answered, reading]), "an answer");
  const { ms, received } = await ended(connection, reading);
  const statuses = [...received.matchAll(/^HTTP\/1\.[01] (\d{3}) /gm)].map(([, status]) =>
    Number(status)
  );
  return { statuses, ms };
}

/** Resolves once the server has closed the connection. @throws Error if it does not in time */
export async function closed(connection: Deno.TcpConn): Promise<void> {
  await ended(connection, readAll(connection));
}

/** Writes everything, unless the server closes meanwhile. */
export async function writeAll(connection: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  while (bytes.length > 0) {
    const count = await connection.write(bytes).catch(nullIfClosed);
    if (count === null) return;
    bytes = bytes.subarray(count);
  }
}

async function ended(connection: Deno.TcpConn, reading: Promise<string>) {
  let startedAt = performance.now();
  if (!await isDoneWithin(SILENCE_MS, reading)) {
    startedAt = performance.now();
    await connection.closeWrite().catch(nullIfClosed);
  }
  const tooLate = () => new Error("The server does not close the connection");
  const received = await waitAtMost(CLOSING_MS, reading, tooLate);
  return { received, ms: performance.now() - startedAt };
}

/** Everything until the end, as Latin-1. */
async function readAll(connection: Deno.TcpConn, onFirst = () => {}): Promise<string> {
  const decoder = new TextDecoder("latin1");
  const buffer = new Uint8Array(65_536);
  let received = "";
  for (;;) {
    const count = await connection.read(buffer).catch(nullIfClosed);
    if (count === null) return received;
    onFirst();
    received += decoder.decode(buffer.subarray(0, count));
  }
}

/** The server may close while it is still being sent to. */
function nullIfClosed(error: unknown): null {
  const { ConnectionReset, BrokenPipe, NotConnected, ConnectionAborted } = Deno.errors;
  const types = [ConnectionReset, BrokenPipe, NotConnected, ConnectionAborted];
  if (types.some((type) => error instanceof type)) return null;
  throw error;
}
