// Text that is sent more than once, encoded once for each content coding (RFC 9110, 8.4).
import { promisify } from "node:util";
import { accepts } from "./accepts.ts";

export type Encoding = "identity" | "gzip" | "br";

export interface EncodedText {
  text: string;
  /** Returns the text in this encoding. Each encoding is computed once. */
  encoded(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
}

/** A shorter text is hardly smaller when compressed, and sometimes larger. */
const WORTH_ENCODING_CHARACTERS = 500;
/** The best quality (11) takes ten times as long, too long for a text that is used for seconds. */
const BROTLI_QUALITY = 5;

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
    return new Uint8Array(await promisify(gzip)(text));
  },
  br: async (text) => {
    const { brotliCompress, constants } = await zlib();
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
    return new Uint8Array(await promisify(brotliCompress)(text, { params }));
  },
};

/** Loaded at the first text that is compressed, so that it slows no start. */
const zlib = () => import("node:zlib");
