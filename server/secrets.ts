// Random tokens, their hashes, and encryption at rest.

const BASE64URL = { alphabet: "base64url", omitPadding: true } as const;
/** The recommended nonce size for AES-GCM (NIST SP 800-38D, 8.2). */
const NONCE_BYTES = 12;

/** 256 random bits as base64url. */
export function randomToken(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64(BASE64URL);
}

/** SHA-256 as base64url, for storing a token that is too random to be guessed. */
export async function hashToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return new Uint8Array(digest).toBase64(BASE64URL);
}

/** Encrypts stored values. `context` names the row: a value cannot be decrypted with another context. */
export interface Cipher {
  encrypt(plain: string, context: string): Promise<string>;
  /** @throws DOMException if the text was altered or belongs to another context */
  decrypt(sealed: string, context: string): Promise<string>;
  /** HMAC-SHA-256, for hashing secrets that could be guessed, such as six digits. */
  sign(text: string): Promise<string>;
}

/** AES-256-GCM and HMAC, with keys derived by HKDF from `secret`, which is not in the database. */
export async function createCipher(secret: string): Promise<Cipher> {
  const master = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(secret),
    "HKDF",
    false,
    ["deriveKey"],
  );
  const derive = <T extends AesKeyGenParams | HmacKeyGenParams>(
    purpose: string,
    algorithm: T,
    uses: KeyUsage[],
  ) =>
    crypto.subtle.deriveKey(
      {
        name: "HKDF",
        hash: "SHA-256",
        salt: new Uint8Array(),
        info: new TextEncoder().encode(purpose),
      },
      master,
      algorithm,
      false,
      uses,
    );
  const aes = await derive("encryption", { name: "AES-GCM", length: 256 }, ["encrypt", "decrypt"]);
  const hmac = await derive("codes", { name: "HMAC", hash: "SHA-256", length: 256 }, ["sign"]);

  return {
    async encrypt(plain, context) {
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const sealed = await crypto.subtle.encrypt(
        { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(context) },
        aes,
        new TextEncoder().encode(plain),
      );
      return new Uint8Array([...iv, ...new Uint8Array(sealed)]).toBase64(BASE64URL);
    },
    async decrypt(sealed, context) {
      const bytes = Uint8Array.fromBase64(sealed, { alphabet: "base64url" });
      const plain = await crypto.subtle.decrypt(
        {
          name: "AES-GCM",
          iv: bytes.slice(0, NONCE_BYTES),
          additionalData: new TextEncoder().encode(context),
        },
        aes,
        bytes.slice(NONCE_BYTES),
      );
      return new TextDecoder().decode(plain);
    },
    async sign(text) {
      const signature = await crypto.subtle.sign("HMAC", hmac, new TextEncoder().encode(text));
      return new Uint8Array(signature).toBase64(BASE64URL);
    },
  };
}
