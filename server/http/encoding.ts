// Answers as the client takes them: compressed, or not at all if it has them (RFC 9110).
import type { Context } from "hono";
import { promisify } from "node:util";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "./caller.ts";

// Reads the Accept-Encoding header.

/** Whether the header names `encoding` with a weight above 0 (RFC 9110, 12.5.3). A header may have 400 000 blanks. */
export function accepts(header: string | undefined, encoding: string): boolean {
  return (header ?? "").split(",").some((part) => {
    const [name, ...parameters] = part.toLowerCase().split(";").map((s) => s.trim());
    return name === encoding && !parameters.some((p) => /^q=0(\.0*)?$/.test(p));
  });
}

type Encoding = "identity" | "gzip" | "br";

export interface EncodedText {
  text: string;
  /** Returns the text in this encoding. Each encoding is computed once. */
  encoded(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
}

/** A shorter text is hardly smaller when compressed, and sometimes larger. */
const WORTH_ENCODING_CHARACTERS = 500;
/** The best quality (11) takes ten times as long, too long for a text that is used for seconds. */
const BROTLI_QUALITY = 7;
/** The best: it takes half a ms longer for a page. */
const GZIP_LEVEL = 9;

/** The encoding in which a client with this Accept-Encoding gets the text. */
export function encodingFor({ text }: EncodedText, acceptEncoding: string | undefined): Encoding {
  if (text.length < WORTH_ENCODING_CHARACTERS) return "identity";
  return (["br", "gzip"] as const).find((name) => accepts(acceptEncoding, name)) ?? "identity";
}

export function encodedText(text: string): EncodedText {
  const encodings = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    text,
    encoded(encoding) {
      const bytes = encodings.get(encoding) ?? ENCODERS[encoding](text);
      encodings.set(encoding, bytes);
      return bytes;
    },
  };
}

const ENCODERS: Record<Encoding, (text: string) => Promise<Uint8Array<ArrayBuffer>>> = {
  identity: (text) => Promise.resolve(new TextEncoder().encode(text)),
  gzip: async (text) => {
    const { gzip } = await zlib();
    return new Uint8Array(await promisify(gzip)(text, { level: GZIP_LEVEL }));
  },
  br: async (text) => {
    const { brotliCompress, constants } = await zlib();
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
    return new Uint8Array(await promisify(brotliCompress)(text, { params }));
  },
};

/** Loaded at the first text that is compressed, so that it slows no start. */
const zlib = () => import("node:zlib");

// Sends a text that is kept, compressed as the client accepts.

/** Answers 200 with `text` and these headers. */
export async function sendEncoded(
  { answers }: Pick<Deps, "answers">,
  c: Context<AppEnv>,
  text: EncodedText,
  headers: Record<"Content-Type" | "Cache-Control", string>,
): Promise<Response> {
  const encoding = encodingFor(text, c.req.header("accept-encoding"));
  return answers.send(c, await text.encoded(encoding), 200, {
    ...headers,
    "Vary": "Accept-Encoding",
    ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
  });
}

// Whether a client has what it asks for already.

/** A weak comparison (RFC 9110, 13.1.2), because a proxy may have made the tag weak. */
export function holdsETag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}
