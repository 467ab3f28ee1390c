// Checks a code of the second factor within the limits on guessing (docs/accounts.md#second-factor-limits).
import { getLogger } from "@logtape/logtape";
import { randomInt } from "node:crypto";
import {
  findSecondFactor,
  type Proof,
  type SecondFactor,
  useProof,
} from "../../db/people/second_factors.ts";
import type { SecondFactorSecret } from "../contract/account.ts";
import { DAY_MS, MINUTE_MS } from "../contract/clock.ts";
import { CODE_LENGTH } from "../contract/limits.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { LimitRule } from "../http/limits.ts";
import { newId } from "../ids.ts";
import type { Cipher } from "../secrets.ts";

const COUNT = 10;
/** The characters of a recovery code, which are 50 bits. */
const LENGTH = 10;
/** Crockford's base32: without I, L, O and U, which are misread. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The codes as they are shown, 'XXXXX-XXXXX', and the hashes to store. */
export async function newRecoveryCodes(
  cipher: Cipher,
  accountId: string,
): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: COUNT }, randomCode);
  return {
    codes: codes.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`),
    hashes: await Promise.all(codes.map((code) => recoveryHash(cipher, accountId, code))),
  };
}

/** The stored hash of a code without hyphen, in upper case. Keyed, because 50 bits could be guessed with the database. */
export function recoveryHash(cipher: Cipher, accountId: string, code: string): Promise<string> {
  const read = code.replace(/O/g, "0").replace(/[IL]/g, "1");
  return cipher.sign(`recovery:${accountId}:${read}`);
}

function randomCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

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

const log = getLogger(["siradaki", "auth"]);

/** Counted by account alone: three of a million codes work at a time, from whichever address they are guessed. */
const APP_CODES: LimitRule[] = [
  { name: "second factor", max: 5, windowMs: 15 * MINUTE_MS },
  { name: "second factor, a day", max: 20, windowMs: DAY_MS },
];
/** Too random to be guessed. Counted apart, so that who has one can log in while another guesses the app's codes. */
const RECOVERY_CODES: LimitRule = { name: "recovery code", max: 10, windowMs: 10 * MINUTE_MS };

export type ProofDeps = Pick<Deps, "cipher" | "db" | "limits" | "now">;

/**
 * Runs `act` with the proof that the code is, and resolves if `act` says that the proof still worked.
 * @throws DomainError `second_factor_wrong` if it did not; `rate_limited` after too many wrong codes
 */
export async function prove(
  deps: ProofDeps,
  factor: SecondFactor,
  { code, address }: { code: string; address: string },
  act: (proof: Proof) => Promise<boolean>,
): Promise<void> {
  const { limits } = deps;
  const { accountId } = factor;
  const isAppCode = new RegExp(`^\\d{${CODE_LENGTH}}$`).test(code);
  const key = isAppCode ? accountId : `${accountId} ${address}`;
  const rules = isAppCode ? APP_CODES : [RECOVERY_CODES];
  const attempt = newId(deps.now());
  for (const rule of rules) limits.check(rule, key, accountId);
  // Counted before it is compared, so that of many guesses at once only the first five are answered.
  for (const rule of rules) limits.take(rule, key, attempt);
  const proof = isAppCode
    ? await appProof(deps, factor, code)
    : { recoveryHash: await recoveryHash(deps.cipher, accountId, code) };
  if (!proof || !await act(proof)) throw new DomainError("second_factor_wrong", { accountId });
  for (const rule of rules) limits.clear(rule, key, attempt);
}

/** Undefined if the code is of no step near the present, or the secret cannot be read any more. */
async function appProof(
  { cipher, now }: Pick<Deps, "cipher" | "now">,
  { accountId, secret }: SecondFactor,
  code: string,
): Promise<Proof | undefined> {
  const plain = await cipher.decrypt(secret, accountId).catch((error) => {
    log.error(
      "Cannot decrypt the second factor of {accountId}, so that its codes are refused; if ENCRYPTION_KEY was changed, " +
        "bring the old one back, or run second-factor:off for the account: {error}",
      { accountId, error },
    );
  });
  const step = plain && await stepOfCode(plain, code, now());
  return typeof step === "number" ? { secret, step } : undefined;
}

// The second step of a login, after the password, and of what a stolen token must not do (docs/accounts.md#second-factor).

/**
 * Resolves if the account has no second factor, to 0, or if the code proves it, to when it was turned on (epoch ms), and
 * uses that code up.
 * @throws DomainError `missing` without a code; `second_factor_wrong`, `rate_limited`
 */
export async function passSecondFactor(
  deps: ProofDeps,
  accountId: string,
  { code, address }: { code?: string; address: string },
  missing: "second_factor_required" | "second_factor_needed" = "second_factor_required",
): Promise<number> {
  const factor = await findSecondFactor(deps.db, accountId);
  if (!factor?.confirmedAt) return 0;
  if (code === undefined) throw new DomainError(missing, { accountId });
  await prove(deps, factor, { code, address }, (proof) => useProof(deps.db, accountId, proof));
  return factor.confirmedAt;
}
