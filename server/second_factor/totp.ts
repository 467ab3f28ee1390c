// Time-based codes as authenticator apps show them: RFC 6238 with SHA-1, six digits, 30 seconds.
import { CODE_LENGTH } from "../contract/limits.ts";
import type { SecondFactorSecret } from "../contract/second_factor.ts";

/** What the entry in the app is named after, besides the e-mail. */
const ISSUER = "Sıradaki";
const PERIOD_S = 30;
/** Steps of clock drift that are accepted, each way. */
const DRIFT = 1;
const SETTINGS = { issuer: ISSUER, algorithm: "SHA1", digits: CODE_LENGTH, period: PERIOD_S };

/** A new secret of 160 bits, which RFC 4226 recommends, and the address that hands it to an app. */
export async function newTotpSecret(email: string): Promise<SecondFactorSecret> {
  const { Secret, TOTP } = await import("otpauth");
  const secret = new Secret();
  return {
    secret: secret.base32,
    uri: new TOTP({ ...SETTINGS, label: email, secret }).toString(),
  };
}

/** The 30-second step, counted from 1970, that the code belongs to. Undefined if it is of no step near `nowMs`. */
export async function stepOfCode(
  secret: string,
  code: string,
  nowMs: number,
): Promise<number | undefined> {
  const { Secret, TOTP } = await import("otpauth");
  const totp = new TOTP({ ...SETTINGS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: nowMs, window: DRIFT });
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta;
}
