// Parts of the cases that are the same for every route: how addresses are bent, methods, names, headers.

/** Ways to write an address that should not lead anywhere else. */
export const BENDS = {
  no: (path: string) => path,
  slash: (path: string) => path + "/",
  double: (path: string) => path.replaceAll("/", "//"),
  dots: (path: string) => path.replace("/", "/./x/%2e%2e/"),
  encoded: (path: string) => path.replace(/[a-z]/g, (c) => "%" + c.charCodeAt(0).toString(16)),
  broken: (path: string) => path + "%E0%A4%A",
  nul: (path: string) => path + "%00",
  upper: (path: string) => path.toUpperCase(),
  semicolon: (path: string) => path + ";a=b",
  backslash: (path: string) => path.replaceAll("/", "\\"),
  long: (path: string) => path + "/x".repeat(3000),
  head: (path: string) => path.slice(0, path.lastIndexOf("/")),
};

export const METHODS = [
  ...["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND", "get"],
];

/** What the pages, forms and the music account's calls name their parameters. */
export const NAMES = [
  ...["ownerId", "term", "q", "uri", "id", "state", "code", "error", "token", "lease", "days", "v"],
  ...["limit", "offset", "market", "type", "ids", "device_id", "position_ms", "volume_percent"],
  ...["client_id", "client_secret", "redirect_uri", "response_type", "scope", "grant_type"],
  ...["code_challenge", "code_challenge_method", "code_verifier", "refresh_token", "question"],
  ...["decision", "device", "percent", "seconds", "refused", "masa", "__proto__", "a[]", ""],
];

export const HEADERS = [
  ...["accept", "accept-encoding", "accept-language", "authorization", "range", "if-none-match"],
  ...["if-range", "idempotency-key", "x-forwarded-for", "x-forwarded-proto", "forwarded", "origin"],
  ...["referer", "sec-fetch-site", "content-encoding", "content-type", "expect", "x-auth-token"],
  ...["x-http-method-override", "upgrade", "connection", "sec-websocket-version", "x-request-id"],
];
export const HEADER_VALUES = [
  ...["*", "*/*", "br;q=0, gzip", "gzip;q=1.1.1", "bytes=0-", "bytes=5-2", "bytes=-0"],
  ...["bytes=0-1,3-4", "bytes=99999999999999999999-", '"', 'W/"1"', "null", "same-origin"],
  ...["websocket", "13", "application/json", "text/csv", "application/json; charset=utf-16"],
  ...["gzip", "100-continue", "::ffff:1.2.3.4", "fe80::1%eth0", "1.2.3.4:99999", "[::1]:1"],
  ...["unknown, , ,", "\u00ff", " "],
];
