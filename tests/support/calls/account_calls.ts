// The calls of accounts, logins and teams, each as it succeeds.
import { createOwnerWithPassword, PASSWORD, register, REGISTRATION } from "../people/accounts.ts";
import { createOwner } from "../people/factories.ts";
import { resetTokenFor } from "../people/letters.ts";
import { logInAgain, sessionOf } from "../people/logins.ts";
import { appCode, begin, ownerWithSecondFactor } from "../people/second_factor.ts";
import {
  createPerson,
  createStaff,
  invitationsOf,
  invite,
  joinTokenFor,
  teamOf,
} from "../people/team.ts";
import { account, everyone, login, owner, type PreparedCafe } from "./row.ts";

const NEW_PASSWORD = "dort-kedi-uc-kapi";

let last = 0;
/** Of a cafe that has not registered yet. */
const registration = () => ({ ...REGISTRATION, email: `kafe${last++}@ornek.test` });

export const ACCOUNT_CALLS = {
  "POST /api/auth/register": everyone(201, () => ({ body: registration() })),
  "POST /api/auth/verify": everyone(200, async ({ app }) => {
    const { email } = registration();
    const { code, cookie } = await register(app, { email });
    return { cookie, body: { email, verificationCode: code } };
  }),
  "POST /api/auth/resend-code": everyone(200, ({ owner: { email } }) => ({ body: { email } })),
  "POST /api/auth/login": everyone(
    200,
    ({ owner: { email } }) => ({ body: { email, password: PASSWORD } }),
  ),
  "POST /api/auth/forgot-password": everyone(200, ({ owner: { email } }) => ({ body: { email } })),
  "GET /api/auth/reset-password/:token": everyone(204, resetLink),
  "PUT /api/auth/reset-password/:token": everyone(200, async (cafe) => ({
    ...await resetLink(cafe),
    body: { password: NEW_PASSWORD },
  })),
  "POST /api/auth/logout": login(204, async ({ app, owner: { ownerId } }) => ({
    token: await logInAgain(app, ownerId),
  })),
  "POST /api/auth/renew": login(200),
  "GET /api/auth/sessions": login(200),
  "PUT /api/auth/sessions": login(204, { body: { device: "Bar bilgisayarı" } }),
  "DELETE /api/auth/sessions": login(204, async ({ app, owner: { ownerId } }) => {
    await logInAgain(app, ownerId);
    return {};
  }),
  "DELETE /api/auth/sessions/:id": login(204, async ({ app, owner: { ownerId } }) => ({
    param: await sessionOf(app, await logInAgain(app, ownerId)),
  })),
  // Of another account, because the owner's login would end.
  "PUT /api/auth/password": login(200, async ({ app }) => ({
    token: (await createOwnerWithPassword(app)).token,
    body: { password: PASSWORD, newPassword: NEW_PASSWORD },
  })),
  "GET /api/auth/second-factor": login(200),
  "POST /api/auth/second-factor": login(201, { body: { password: PASSWORD } }),
  // Of other accounts, because the owner's logins would ask for codes from then on.
  "PUT /api/auth/second-factor": login(200, async ({ app }) => {
    const { token } = await createOwnerWithPassword(app);
    const { secret } = await (await begin(app, token)).json();
    return { token, body: { code: appCode(app, secret) } };
  }),
  "DELETE /api/auth/second-factor": login(204, withCode),
  "POST /api/auth/second-factor/recovery-codes": login(200, withCode),
  "GET /api/auth/status": owner(200),
  "GET /api/account/export": account(200),
  "POST /api/account/delete": account(204, { body: { password: PASSWORD } }),
  "GET /api/team": owner(200),
  "POST /api/team": owner(201, async (cafe) => {
    await leaveRoom(cafe);
    return { body: { email: registration().email, name: "Deniz" } };
  }),
  "DELETE /api/team/:accountId": owner(204, async ({ app, owner: { ownerId } }) => ({
    param: (await createStaff(app.deps, ownerId)).accountId,
  })),
  "GET /api/team/cafes": login(200),
  "POST /api/team/cafes": login(200, ({ owner: { ownerId } }) => ({ body: { ownerId } })),
  "DELETE /api/team/cafes/:ownerId": login(204, async ({ app, owner: { ownerId } }) => ({
    token: (await createStaff(app.deps, ownerId)).token,
    param: ownerId,
  })),
  "GET /api/team/invitations": login(200),
  "POST /api/team/invitations/:id": login(200, async (cafe) => {
    const { app, owner } = cafe;
    const { email, token } = await createPerson(app.deps);
    await leaveRoom(cafe);
    await invite(app, owner.token, { email, name: "Deniz" });
    return { token, param: (await invitationsOf(app, token))[0]!._id };
  }),
  "GET /api/team/join/:token": everyone(200, invitation),
  "POST /api/team/join/:token": everyone(200, async (cafe) => ({
    ...await invitation(cafe),
    body: { password: NEW_PASSWORD },
  })),
};

/** The link that resets the password of a new account. */
async function resetLink({ app }: PreparedCafe) {
  const { email } = await createOwner(app.deps);
  await app.call("POST", "/api/auth/forgot-password", { body: { email } });
  return { param: await resetTokenFor(app, email) };
}

/** A login that has a second factor, and the code of now. */
async function withCode({ app }: PreparedCafe) {
  const { token, nextCode } = await ownerWithSecondFactor(app);
  return { token, body: { password: PASSWORD, code: nextCode() } };
}

/** The link that invites a person who has no account. */
async function invitation(cafe: PreparedCafe) {
  const { app, owner } = cafe;
  const { email } = registration();
  await leaveRoom(cafe);
  await invite(app, owner.token, { email, name: "Deniz" });
  return { param: await joinTokenFor(app, email) };
}

/** Takes everyone out of the team, so that it is not full however often people are invited. */
async function leaveRoom({ app, owner: { token } }: PreparedCafe) {
  for (const { accountId } of await teamOf(app, token)) {
    await app.call("DELETE", `/api/team/${accountId}`, { token });
  }
}
