// A person with a second factor: an authenticator app of their own, recovery codes, and the calls about them.
import { strict as assert } from "node:assert";
import { Secret, TOTP } from "otpauth";
import { createOwnerWithPassword, PASSWORD } from "./accounts.ts";
import type { TestOwner } from "./factories.ts";
import type { TestApp } from "../start/test_app.ts";

export const STEP_MS = 30_000;
const PATH = "/api/auth/second-factor";

type Caller = Pick<TestApp, "call" | "ok">;

/** What an app with this secret shows, `steps` of 30 seconds from now. */
export function appCode({ clock }: Pick<TestApp, "clock">, secret: string, steps = 0): string {
  return codeAt(secret, clock.now() + steps * STEP_MS);
}

/** What an app with this secret shows at this time in epoch ms. */
export function codeAt(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** A code of six digits that is none of those that are accepted now. */
export function wrongAppCode(app: Pick<TestApp, "clock">, secret: string, offset = 1): string {
  const near = [-1, 0, 1].map((steps) => appCode(app, secret, steps));
  for (let guess = offset;; guess += 100_003) {
    const code = String(guess % 1_000_000).padStart(6, "0");
    if (!near.includes(code)) return code;
  }
}

export const stateOf = async (app: Caller, token: string) => await app.ok("GET", PATH, { token });
export const begin = (app: Caller, token?: string, password = PASSWORD) =>
  app.call("POST", PATH, { token, body: { password } });
export const confirm = (app: Caller, token: string | undefined, code: string) =>
  app.call("PUT", PATH, { token, body: { code } });
export const turnOff = (
  app: Caller,
  token: string | undefined,
  code: string,
  password = PASSWORD,
) => app.call("DELETE", PATH, { token, body: { password, code } });
export const renewCodes = (
  app: Caller,
  token: string | undefined,
  code: string,
  password = PASSWORD,
) => app.call("POST", `${PATH}/recovery-codes`, { token, body: { password, code } });

/** Logs in with `PASSWORD` and a code, if one is given. */
export const logInWith = (app: Caller, email: string, code?: string, address?: string) =>
  app.call("POST", "/api/auth/login", { body: { email, password: PASSWORD, code }, address });

interface SecondFactorInHand {
  secret: string;
  recoveryCodes: string[];
  /** Lets 30 seconds pass, and returns the code of then, which was never used. */
  nextCode(): string;
}

/** Turns the second factor on for the account of this login, whose password is `PASSWORD`. */
export async function turnOn(app: TestApp, token: string): Promise<SecondFactorInHand> {
  const begun = await begin(app, token);
  assert.equal(begun.status, 201);
  const { secret } = await begun.json();
  const confirmed = await confirm(app, token, appCode(app, secret));
  assert.equal(confirmed.status, 200);
  return {
    secret,
    recoveryCodes: (await confirmed.json()).recoveryCodes,
    nextCode() {
      app.clock.pass(STEP_MS);
      return appCode(app, secret);
    },
  };
}

/** An owner whose logins ask for a code. */
export async function ownerWithSecondFactor(app: TestApp): Promise<TestOwner & SecondFactorInHand> {
  const owner = await createOwnerWithPassword(app);
  return { ...owner, ...await turnOn(app, owner.token) };
}
