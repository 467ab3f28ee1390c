// The parts of requests of HTTP/1.1, right and wrong. One character is one byte.

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
