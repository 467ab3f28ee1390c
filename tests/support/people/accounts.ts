// Accounts with a password that works.
import { eq } from "drizzle-orm";
import { accounts } from "../../../db/schema/accounts.ts";
import { createOwner, type TestOwner } from "./factories.ts";
import { forgotPassword } from "../../../server/auth/new_password.ts";
import { codeFor, resetTokenFor } from "./letters.ts";
import type { TestApp } from "../start/test_app.ts";

export const PASSWORD = "ılık bir akşam çayı";
/** Of `PASSWORD`, at the lowest cost. */
const PASSWORD_HASH =
  "$argon2id$v=19$m=8,t=1,p=1$OVxr+Ibsqh0bpy0NlyYLhw$QOVo3uV6+z0mQ/umtuZ27W6p0ejd/zbMYJoaTDHMsZw";

export const REGISTRATION = {
  name: "Kahve Durağı",
  email: "ayse@ornek.test",
  password: PASSWORD,
  phoneNumber: "+90 (555) 000-0000",
};

/** A verified owner whose password is `PASSWORD`. */
export async function createOwnerWithPassword(app: Pick<TestApp, "deps">): Promise<TestOwner> {
  const owner = await createOwner(app.deps);
  await givePassword(app, owner.ownerId);
  return owner;
}

/** The path of the screen to which the link in a letter leads: to an owner with this e-mail, or to a new one. */
export async function resetPath({ deps }: Pick<TestApp, "deps">, email?: string): Promise<string> {
  email ??= (await createOwnerWithPassword({ deps })).email;
  await forgotPassword(deps, { email }, { origin: deps.config.appOrigin, asker: "a guest" });
  return `/panel/reset-password/${await resetTokenFor({ deps }, email)}`;
}

/** From now on the account's password is `PASSWORD`. */
export async function givePassword({ deps }: Pick<TestApp, "deps">, accountId: string) {
  await deps.db.write((d) => [
    d.update(accounts).set({ passwordHash: PASSWORD_HASH }).where(eq(accounts.id, accountId)),
  ]);
}

/** Registers over the wire and returns the code from the letter. */
export async function register(app: TestApp, change: Partial<typeof REGISTRATION> = {}) {
  const body = { ...REGISTRATION, ...change };
  const answer = await app.call("POST", "/api/auth/register", { body });
  return {
    status: answer.status,
    msg: (await answer.json()).msg as string,
    cookie: cookieOf(answer),
    code: answer.status === 201 ? await codeFor(app, body.email) : "",
  };
}

export function verify(app: TestApp, email: string, verificationCode: string, cookie?: string) {
  return app.call("POST", "/api/auth/verify", {
    body: { email, verificationCode },
    headers: cookie ? { cookie } : {},
  });
}

export function login(app: TestApp, email: string, password: string, address?: string) {
  return app.call("POST", "/api/auth/login", { body: { email, password }, address });
}

/** Asks to delete the account of this login. */
export function deleteAccount(
  app: TestApp,
  token: string | undefined,
  body: unknown = { password: PASSWORD },
): Promise<Response> {
  return app.call("POST", "/api/account/delete", { token, body });
}

/** The Cookie header that a browser sends after this answer. */
export function cookieOf(answer: Response): string {
  return answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]).join("; ");
}

/** A code other than `code`. */
export function wrongCode(code: string, offset = 1): string {
  return String((Number(code) + offset) % 1_000_000).padStart(6, "0");
}
