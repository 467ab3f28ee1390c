// Signed tokens that carry their contents, so that they survive a restart without being stored.
import type { z } from "zod";

const BASE64URL = { alphabet: "base64url", omitPadding: true } as const;

/** What a token is for. A token is valid for its own purpose only. */
export type Purpose = "question" | "code" | "access" | "refresh";

export interface Sealer {
  seal(purpose: Purpose, contents: Record<string, unknown>): Promise<string>;
  /** The contents, or undefined if the token is forged, was altered, or has another purpose. */
  open<T extends z.ZodType>(
    purpose: Purpose,
    schema: T,
    token: string,
  ): Promise<z.infer<T> | undefined>;
}

/** Signs with HMAC-SHA-256, by a key that is derived from `secret` for the demo account only. */
export function createSealer(secret: string): Sealer {
  let derived: Promise<CryptoKey> | undefined;
  const key = () => derived ??= deriveKey(secret);
  return {
    async seal(purpose, contents) {
      const body = encode(contents);
      const signature = await crypto.subtle.sign("HMAC", await key(), message(purpose, body));
      return `${body}.${new Uint8Array(signature).toBase64(BASE64URL)}`;
    },
    async open(purpose, schema, token) {
      const [body = "", signature = "", ...rest] = token.split(".");
      const bytes = decode(signature);
      if (!bytes || rest.length > 0) return undefined;
      const genuine = await crypto.subtle.verify(
        "HMAC",
        await key(),
        bytes,
        message(purpose, body),
      );
      // A token of an earlier version may lack fields, and is then invalid.
      return genuine ? schema.safeParse(parse(body)).data : undefined;
    },
  };
}

async function deriveKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder();
  const master = await crypto.subtle.importKey("raw", bytes.encode(secret), "HKDF", false, [
    "deriveKey",
  ]);
  return await crypto.subtle.deriveKey(
    {
      name: "HKDF",
      hash: "SHA-256",
      salt: new Uint8Array(),
      info: bytes.encode("demo music account"),
    },
    master,
    { name: "HMAC", hash: "SHA-256", length: 256 },
    false,
    ["sign", "verify"],
  );
}

function message(purpose: Purpose, body: string) {
  return new TextEncoder().encode(`${purpose}.${body}`);
}

function encode(contents: Record<string, unknown>): string {
  return new TextEncoder().encode(JSON.stringify(contents)).toBase64(BASE64URL);
}

function parse(body: string): unknown {
  return JSON.parse(
    new TextDecoder().decode(Uint8Array.fromBase64(body, { alphabet: "base64url" })),
  );
}

function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.fromBase64(text, { alphabet: "base64url" });
  } catch {
    return undefined;
  }
}
