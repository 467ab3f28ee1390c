// The calls that the benchmark sends, and their bytes as HTTP/1.1.

/** What browsers say that they accept from a server on plain HTTP. */
export const ACCEPTED_ENCODINGS = "gzip, deflate, br";

export interface Call {
  method: "GET" | "POST";
  path: string;
  /** JSON. */
  body?: string;
  /** The value of the Cookie header. */
  cookie?: string;
  /** A login. */
  token?: string;
  /** The address of the caller, as a proxy would tell it. */
  address?: string;
}

/** The request as it is sent on a connection that is kept. */
export function encodeCall(
  { method, path, body, cookie, token, address }: Call,
): Uint8Array<ArrayBuffer> {
  const content = new TextEncoder().encode(body ?? "");
  const head = [
    `${method} ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    `accept-encoding: ${ACCEPTED_ENCODINGS}`,
    ...(cookie === undefined ? [] : [`cookie: ${cookie}`]),
    ...(token === undefined ? [] : [`x-auth-token: ${token}`]),
    ...(address === undefined ? [] : [`x-forwarded-for: ${address}`]),
    ...(body === undefined
      ? []
      : ["content-type: application/json", `content-length: ${content.length}`]),
  ];
  const encoded = new TextEncoder().encode(`${head.join("\r\n")}\r\n\r\n`);
  const bytes = new Uint8Array(encoded.length + content.length);
  bytes.set(encoded);
  bytes.set(content, encoded.length);
  return bytes;
}

export function queueCall(ownerId: string): Call {
  return { method: "GET", path: `/api/requests/queue/${ownerId}` };
}

export function loginCall(email: string, password: string): Call {
  return { method: "POST", path: "/api/auth/login", body: JSON.stringify({ email, password }) };
}

/** A guest asks for `song` at the cafe of `ownerId`. */
export function submitCall(
  ownerId: string,
  song: { songTitle: string; artist: string; albumArt: string; uri: string },
  cookie: string,
): Call {
  const { songTitle, artist, albumArt, uri } = song;
  const body = JSON.stringify({ songTitle, artist, albumArt, uri, ownerId, tipAmount: 12.5 });
  return { method: "POST", path: "/api/requests", body, cookie };
}
