// The logins of one account, as its calls list, renew and end them.
import type { LoginSession } from "../../../server/contract/auth.ts";
import { sessions } from "../../../db/schema/accounts.ts";
import { findAccount } from "../../../db/people/accounts.ts";
import { issueToken } from "../../../server/auth/tokens.ts";
import type { TestApp } from "../start/test_app.ts";

export const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
export const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";

/** The status with which the server answers any call of this login. */
export async function statusOf(app: TestApp, token: string): Promise<number> {
  const answer = await app.call("GET", "/api/auth/sessions", { token });
  await answer.body?.cancel();
  return answer.status;
}

/** Renews the login, and returns the status and the new token. */
export async function renew(app: TestApp, token?: string, userAgent?: string) {
  const headers: Record<string, string> = userAgent ? { "user-agent": userAgent } : {};
  const answer = await app.call("POST", "/api/auth/renew", { token, headers });
  return { status: answer.status, token: (await answer.json()).token as string };
}

/** The logins that the account sees. */
export async function loginsOf(app: TestApp, token: string): Promise<LoginSession[]> {
  return await app.ok("GET", "/api/auth/sessions", { token });
}

/** The id of the login that has this token. */
export async function sessionOf(app: TestApp, token: string): Promise<string> {
  return (await loginsOf(app, token)).find(({ current }) => current)!._id;
}

/** One more login of the account. Returns its token. */
export async function logInAgain({ deps }: TestApp, accountId: string, device?: string) {
  return await issueToken(deps, (await findAccount(deps.db, accountId))!, device);
}

/** Resolves once it is committed that a login was used, for which no answer waits. */
export async function useRecorded({ deps }: TestApp): Promise<void> {
  await deps.db.write((d) => [d.select().from(sessions)]);
}
