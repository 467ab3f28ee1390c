// Every call of the API at a cafe that has played many requests, and the jobs that run beside the calls.
import { useSource } from "../../support/music/use_source.ts";
import { expireRequests } from "../../../server/house/expire_requests.ts";
import { releasePlay } from "../../../db/plays.ts";
import type { CallName } from "../../../server/contract/calls.ts";
import { deleteExpired } from "../../../server/account/retention.ts";
import { closePeriod, closeUntilNow } from "../../../server/payouts/close_period.ts";
import { closeIfDue } from "../../../server/payouts/closing_schedule.ts";
import { settleOverdue } from "../../../server/playback/settle.ts";
import {
  createOwnerWithPassword,
  PASSWORD,
  register,
  REGISTRATION,
} from "../../support/people/accounts.ts";
import { addLibrarySong } from "../../support/music/library_song.ts";
import { consent, depart, ticketFor } from "../../support/people/connection.ts";
import { queueUp } from "../../support/people/cafe_evening.ts";
import { resetTokenFor } from "../../support/people/letters.ts";
import { setRules } from "../../support/people/house.ts";
import { HOLDER, IBAN } from "../../support/people/payees.ts";
import { sendNext } from "../../support/people/plays.ts";
import {
  appCode,
  begin,
  confirm,
  ownerWithSecondFactor,
  renewCodes,
  turnOff,
} from "../../support/people/second_factor.ts";
import { decide, draft, submit } from "../../support/people/requests.ts";
import {
  createPerson,
  createStaff,
  invitationsOf,
  invite,
  joinTokenFor,
} from "../../support/people/team.ts";
import type { GrownCafe } from "./grown_cafe.ts";

/** Prepares one call, and returns what is to be measured. */
export type Step = (cafe: GrownCafe) => Promise<() => Promise<unknown>> | (() => Promise<unknown>);

let last = 0;

const get = (path: (cafe: GrownCafe) => string): Step => (cafe) => {
  const { token } = cafe.owner;
  return () => sent(cafe, 200, "GET", path(cafe), { token });
};

/** Calls that ask the music service are spread over time, as the service demands (docs/music.md#calls). */
const spread = (step: Step): Step => (cafe) => {
  cafe.app.clock.pass(5_000);
  return step(cafe);
};

const asAdmin = (method: string, path: (cafe: GrownCafe) => string): Step => (cafe) => () =>
  sent(cafe, 200, method, path(cafe), { token: cafe.admin });

const post = (path: string, body: (cafe: GrownCafe) => unknown, status = 200): Step => (cafe) => {
  const { token } = cafe.owner;
  return () => sent(cafe, status, "POST", path, { token, body: body(cafe) });
};

const registration = () => ({ ...REGISTRATION, email: `kafe${last++}@ornek.test` });

/** The export is missing: it returns every request. */
export const CALLS = {
  "POST /api/auth/register": post("/api/auth/register", registration, 201),
  "POST /api/auth/verify": async (cafe) => {
    const { email } = registration();
    const { code, cookie } = await register(cafe.app, { email });
    const body = { email, verificationCode: code };
    return () => sent(cafe, 200, "POST", "/api/auth/verify", { body, headers: { cookie } });
  },
  "POST /api/auth/resend-code": post("/api/auth/resend-code", ({ owner }) => email(owner)),
  "POST /api/auth/login": post(
    "/api/auth/login",
    ({ owner }) => ({ ...email(owner), password: PASSWORD }),
  ),
  "POST /api/auth/forgot-password": post("/api/auth/forgot-password", ({ owner }) => email(owner)),
  "GET /api/auth/reset-password/:token": async (cafe) => {
    const path = await resetPath(cafe);
    return () => sent(cafe, 204, "GET", path);
  },
  "PUT /api/auth/reset-password/:token": async (cafe) => {
    const path = await resetPath(cafe);
    return () => sent(cafe, 200, "PUT", path, { body: { password: `${PASSWORD} 2` } });
  },
  "POST /api/auth/logout": async (cafe) => {
    const token = await newLogin(cafe);
    return () => sent(cafe, 204, "POST", "/api/auth/logout", { token });
  },
  "POST /api/auth/renew": post("/api/auth/renew", () => undefined),
  "GET /api/auth/sessions": get(() => "/api/auth/sessions"),
  "DELETE /api/auth/sessions": async (cafe) => {
    await newLogin(cafe);
    return () => sent(cafe, 204, "DELETE", "/api/auth/sessions", { token: cafe.owner.token });
  },
  "DELETE /api/auth/sessions/:id": async (cafe) => {
    const token = await newLogin(cafe);
    const logins = await (await cafe.app.call("GET", "/api/auth/sessions", { token })).json();
    const { _id } = logins.find((login: { current: boolean }) => login.current);
    return () =>
      sent(cafe, 204, "DELETE", `/api/auth/sessions/${_id}`, { token: cafe.owner.token });
  },
  // Of another account, because the owner's token would end.
  "PUT /api/auth/password": async (cafe) => {
    const { token } = await createOwnerWithPassword(cafe.app);
    const body = { password: PASSWORD, newPassword: PASSWORD };
    return () => sent(cafe, 200, "PUT", "/api/auth/password", { token, body });
  },
  "GET /api/auth/second-factor": get(() => "/api/auth/second-factor"),
  "POST /api/auth/second-factor": post(
    "/api/auth/second-factor",
    () => ({ password: PASSWORD }),
    201,
  ),
  // Of other accounts, because the owner's logins would ask for codes from then on.
  "PUT /api/auth/second-factor": async ({ app }) => {
    const { token } = await createOwnerWithPassword(app);
    const { secret } = await (await begin(app, token)).json();
    return () => confirm(app, token, appCode(app, secret));
  },
  "DELETE /api/auth/second-factor": async ({ app }) => {
    const { token, nextCode } = await ownerWithSecondFactor(app);
    return () => turnOff(app, token, nextCode());
  },
  "POST /api/auth/second-factor/recovery-codes": async ({ app }) => {
    const { token, nextCode } = await ownerWithSecondFactor(app);
    return () => renewCodes(app, token, nextCode());
  },
  // Money is owed, so the account stays.
  "POST /api/account/delete": post("/api/account/delete", () => ({ password: PASSWORD }), 409),
  "GET /api/tables": get(() => "/api/tables"),
  "POST /api/tables": (cafe) => () =>
    sent(cafe, 201, "POST", "/api/tables", {
      token: cafe.owner.token,
      body: { labels: ["Masa 1"] },
    }),
  "POST /api/tables/renew": (cafe) => () =>
    sent(cafe, 200, "POST", "/api/tables/renew", { token: cafe.owner.token }),
  "DELETE /api/tables/:id": async (cafe) => {
    const { token } = cafe.owner;
    const body = { labels: ["Bar"] };
    const tables = await (await cafe.app.call("POST", "/api/tables", { token, body })).json();
    const { _id } = tables.find(({ label }: { label: string }) => label === "Bar");
    return () => sent(cafe, 204, "DELETE", `/api/tables/${_id}`, { token });
  },
  "GET /api/team": get(() => "/api/team"),
  "POST /api/team": post("/api/team", () => ({ email: registration().email, name: "Deniz" }), 201),
  "GET /api/team/cafes": get(() => "/api/team/cafes"),
  "POST /api/team/cafes": post("/api/team/cafes", ({ owner }) => ({ ownerId: owner.ownerId })),
  "DELETE /api/team/cafes/:ownerId": async (cafe) => {
    const { token } = await createStaff(cafe.app.deps, cafe.owner.ownerId);
    return () => sent(cafe, 204, "DELETE", `/api/team/cafes/${cafe.owner.ownerId}`, { token });
  },
  "GET /api/team/invitations": get(() => "/api/team/invitations"),
  "POST /api/team/invitations/:id": async (cafe) => {
    const { email, token } = await createPerson(cafe.app.deps);
    await invite(cafe.app, cafe.owner.token, { email, name: "Deniz" });
    const [own] = await invitationsOf(cafe.app, token);
    return () => sent(cafe, 200, "POST", `/api/team/invitations/${own!._id}`, { token });
  },
  "GET /api/team/join/:token": async (cafe) => {
    const path = await invitation(cafe);
    return () => sent(cafe, 200, "GET", path, {});
  },
  "POST /api/team/join/:token": async (cafe) => {
    const path = await invitation(cafe);
    return () => sent(cafe, 200, "POST", path, { body: { password: PASSWORD } });
  },
  "DELETE /api/team/:accountId": async (cafe) => {
    const { accountId } = await createStaff(cafe.app.deps, cafe.owner.ownerId);
    const { token } = cafe.owner;
    return () => sent(cafe, 204, "DELETE", `/api/team/${accountId}`, { token });
  },
  "GET /api/house": get(() => "/api/house"),
  "PUT /api/house": (cafe) => () =>
    sent(cafe, 200, "PUT", "/api/house", {
      token: cafe.owner.token,
      body: { perGuest: 50 },
    }),
  "GET /api/cafes/me": get(() => "/api/cafes/me"),
  "GET /api/cafes/:cafeId": get(({ owner }) => `/api/cafes/${owner.cafeId}`),
  "GET /api/cafes/:cafeId/now": get(({ owner }) => `/api/cafes/${owner.cafeId}/now`),
  "POST /api/cafes": post(
    "/api/cafes",
    () => ({ name: "Kafe Deneme", iban: IBAN, accountHolderName: HOLDER }),
  ),
  "GET /api/requests": get(() => "/api/requests"),
  "GET /api/requests/mine": (cafe) => () =>
    sent(cafe, 200, "GET", `/api/requests/mine?ownerId=${cafe.owner.ownerId}`, {
      headers: { cookie: cafe.cookie },
    }),
  "GET /api/requests/queue/:ownerId": get(({ owner }) => `/api/requests/queue/${owner.ownerId}`),
  "POST /api/requests": post("/api/requests", ({ owner }) => draft(owner.ownerId), 201),
  "POST /api/requests/decide": async (cafe) => {
    const { ownerId, token } = cafe.owner;
    const body = { ids: [(await submit(cafe.app, ownerId))._id], status: "rejected" };
    return () => sent(cafe, 200, "POST", "/api/requests/decide", { token, body });
  },
  "POST /api/requests/undo": async (cafe) => {
    const { ownerId, token } = cafe.owner;
    const { _id } = await submit(cafe.app, ownerId);
    await decide(cafe.app, token, _id, "rejected");
    return () => sent(cafe, 200, "POST", "/api/requests/undo", { token, body: { ids: [_id] } });
  },
  "POST /api/requests/:id/tips": async (cafe) => {
    const { _id } = await submit(cafe.app, cafe.owner.ownerId);
    const headers = { cookie: cafe.cookie };
    const body = { tipAmount: 5 };
    return () => sent(cafe, 201, "POST", `/api/requests/${_id}/tips`, { headers, body });
  },
  "DELETE /api/requests/:id": async (cafe) => {
    const headers = { cookie: cafe.cookie };
    const body = draft(cafe.owner.ownerId);
    const answer = await cafe.app.call("POST", "/api/requests", { headers, body });
    const { _id } = await answer.json();
    return () => sent(cafe, 204, "DELETE", `/api/requests/${_id}`, { headers });
  },
  "PUT /api/requests/:id": async (cafe) => {
    const { ownerId, token } = cafe.owner;
    const { _id } = await submit(cafe.app, ownerId);
    const body = { status: "rejected" };
    return () => sent(cafe, 200, "PUT", `/api/requests/${_id}`, { token, body });
  },
  "PUT /api/requests/:id/received": async (cafe) => {
    await setRules(cafe.app, cafe.owner, { tips: "till" });
    const { _id } = await submit(cafe.app, cafe.owner.ownerId);
    await setRules(cafe.app, cafe.owner, { tips: "platform" });
    const body = { received: true };
    const { token } = cafe.owner;
    return () => sent(cafe, 200, "PUT", `/api/requests/${_id}/received`, { token, body });
  },
  "POST /api/requests/:id/undo": async (cafe) => {
    const { ownerId, token } = cafe.owner;
    const { _id } = await submit(cafe.app, ownerId);
    await decide(cafe.app, token, _id, "rejected");
    return () => sent(cafe, 200, "POST", `/api/requests/${_id}/undo`, { token });
  },
  "GET /api/auth/status": get(() => "/api/auth/status"),
  "GET /api/spotify/search": get(() => "/api/spotify/search?term=a"),
  "GET /api/music/search": get(({ owner }) => `/api/music/search?ownerId=${owner.ownerId}&term=a`),
  "POST /api/spotify/ticket": post("/api/spotify/ticket", () => undefined),
  "POST /api/spotify/disconnect": post("/api/spotify/disconnect", () => undefined),
  "GET /api/spotify/login": async (cafe) => {
    const path = `/api/spotify/login?token=${await ticketFor(cafe.app, cafe.owner.token)}`;
    return () => sent(cafe, 302, "GET", `${cafe.app.deps.config.appOrigin}${path}`);
  },
  "GET /api/spotify/callback": async (cafe) => {
    const { app, owner } = cafe;
    const { authorizeUrl, cookie } = await depart(app, await ticketFor(app, owner.token));
    const callback = await consent(app, authorizeUrl);
    return () => sent(cafe, 302, "GET", callback, { headers: { cookie } });
  },
  "GET /api/spotify/player": spread(get(() => "/api/spotify/player")),
  "PUT /api/spotify/device": spread(async (cafe) => {
    const { token } = cafe.owner;
    const player = await (await cafe.app.call("GET", "/api/spotify/player", { token })).json();
    const body = { deviceId: player.devices[0].id };
    return () => sent(cafe, 200, "PUT", "/api/spotify/device", { token, body });
  }),
  "POST /api/requests/play-next": spread(async (cafe) => {
    await queueUp(cafe.app, cafe.owner, [5]);
    return () => sent(cafe, 200, "POST", "/api/requests/play-next", { token: cafe.owner.token });
  }),
  "GET /api/music": get(() => "/api/music"),
  "PUT /api/music": (cafe) => () =>
    sent(cafe, 200, "PUT", "/api/music", {
      token: cafe.owner.token,
      body: { fallback: { kind: "none" } },
    }),
  "PUT /api/music/list": (cafe) => () =>
    sent(cafe, 200, "PUT", "/api/music/list", {
      token: cafe.owner.token,
      headers: { "content-type": "text/csv" },
      body: "Gülpembe,Barış Manço",
    }),
  "POST /api/music/list/preview": (cafe) => () =>
    sent(cafe, 200, "POST", "/api/music/list/preview", {
      token: cafe.owner.token,
      headers: { "content-type": "text/csv" },
      body: "Gülpembe,Barış Manço",
    }),
  "GET /api/music/list": get(() => "/api/music/list"),
  "GET /api/library": get(() => "/api/library"),
  "POST /api/library/scan": async (cafe) => {
    const { library } = cafe.app.deps;
    await addLibrarySong(cafe.app.deps);
    return async () => {
      await sent(cafe, 202, "POST", "/api/library/scan", { token: cafe.owner.token });
      await library.idle();
    };
  },
  "GET /api/library/covers/:id": async (cafe) => {
    const path = `/api/library/covers/${await addLibrarySong(cafe.app.deps)}`;
    return () => sent(cafe, 200, "GET", path);
  },
  "GET /api/playback": spread(get(() => "/api/playback")),
  "PUT /api/playback/auto": (cafe) => () =>
    sent(cafe, 200, "PUT", "/api/playback/auto", { token: cafe.owner.token, body: { on: true } }),
  "POST /api/playback/pause": spread(whilePlaying("POST", "/api/playback/pause")),
  "POST /api/playback/resume": spread(whilePlaying("POST", "/api/playback/resume")),
  "POST /api/playback/skip": spread(whilePlaying("POST", "/api/playback/skip")),
  "PUT /api/playback/volume": spread(
    whilePlaying("PUT", "/api/playback/volume", { percent: 50 }),
  ),
  // The cafe plays from another source, which the same commit finds out.
  "POST /api/player/claim": post("/api/player/claim", () => ({ tab: "a" }), 409),
  "GET /api/player/current": async (cafe) => {
    const lease = await becomePlayer(cafe);
    return () => sent(cafe, 200, "GET", `/api/player/current?lease=${lease}`);
  },
  "POST /api/player/report": async (cafe) => {
    const lease = await becomePlayer(cafe);
    const body = { lease, playId: "a-0", event: "started", positionMs: 0 };
    return () => sent(cafe, 200, "POST", "/api/player/report", { body });
  },
  "POST /api/player/leave": async (cafe) => {
    const lease = await becomePlayer(cafe);
    return () => sent(cafe, 204, "POST", "/api/player/leave", { body: { lease } });
  },
  // As above: the lease is found, and the cafe plays from another source.
  "GET /api/library/audio/:file": async (cafe) => {
    const headers = { cookie: `player=${await becomePlayer(cafe)}` };
    return () => sent(cafe, 401, "GET", "/api/library/audio/1.mp3", { headers });
  },
  "GET /api/payouts/summary": get(() => "/api/payouts/summary"),
  "GET /api/payouts": get(() => "/api/payouts"),
  "GET /api/payouts/history.csv": get(() => "/api/payouts/history.csv"),
  "GET /api/payouts/earnings": get(() => "/api/payouts/earnings"),
  "GET /api/payouts/till": get(() => "/api/payouts/till"),
  "GET /api/payouts/till/songs": get(() => "/api/payouts/till/songs"),
  "GET /api/admin/payouts": asAdmin("GET", () => "/api/admin/payouts"),
  "GET /api/admin/payouts/pending.csv": asAdmin("GET", () => "/api/admin/payouts/pending.csv"),
  "PUT /api/admin/payouts/:payoutId/paid": asAdmin(
    "PUT",
    ({ payoutId }) => `/api/admin/payouts/${payoutId}/paid`,
  ),
  "GET /api/admin/payouts/paid": asAdmin("GET", () => "/api/admin/payouts/paid"),
  "DELETE /api/admin/payouts/:payoutId/paid": asAdmin(
    "DELETE",
    ({ payoutId }) => `/api/admin/payouts/${payoutId}/paid`,
  ),
  // Without an upgrade: a socket reads nothing that grows.
  "GET /api/realtime": (cafe) => () =>
    cafe.send("GET", `/api/realtime?ownerId=${cafe.owner.ownerId}`),
} as const satisfies Record<Exclude<CallName, "GET /api/account/export">, Step>;

export const JOBS: Record<string, Step> = {
  "page of the cafe": get(({ owner }) => `/cafe/${owner.cafeId}`),
  "earnings of 366 days": get(() => "/api/payouts/earnings?days=366"),
  "every minute: is a period due?": ({ app }) => () => closeIfDue(app.deps),
  "closing of a period": ({ app }) => () => closePeriod(app.deps, app.clock.now() + ++last),
  "closing by hand": ({ app }) => () => closeUntilNow(app.deps),
  "song that the player refuses": async ({ app, owner }) => {
    await queueUp(app, owner, [5]);
    const sent = await sendNext(app.deps, owner.ownerId);
    return () => releasePlay(app.deps.db, sent!, { at: app.clock.now(), why: "refused" });
  },
  "every hour: retention": ({ app }) => () => deleteExpired(app.deps),
  "every 20 seconds: expiring": ({ app }) => () => expireRequests(app.deps),
  "at start: plays that a crash has left": ({ app }) => () =>
    settleOverdue(app.deps, AbortSignal.timeout(60_000)),
};

/** Where a person who was invited just now accepts. */
async function invitation({ app, owner }: GrownCafe): Promise<string> {
  const { email } = registration();
  await invite(app, owner.token, { email, name: "Deniz" });
  return `/api/team/join/${await joinTokenFor(app, email)}`;
}

function email({ email }: GrownCafe["owner"]) {
  return { email };
}

/** Another login of the owner. Returns its token. */
async function newLogin({ app, owner }: GrownCafe): Promise<string> {
  const body = { ...email(owner), password: PASSWORD };
  return (await (await app.call("POST", "/api/auth/login", { body })).json()).token;
}

/** Claims the player while the cafe plays its own files, which it does not do afterwards. Returns the lease. */
async function becomePlayer({ app, owner }: GrownCafe): Promise<string> {
  await useSource(app.deps, owner.ownerId, "library");
  const { token } = owner;
  const claim = await app.call("POST", "/api/player/claim", { token, body: { tab: "a" } });
  await useSource(app.deps, owner.ownerId, "spotify");
  return (await claim.json()).lease;
}

function whilePlaying(method: string, path: string, body?: unknown): Step {
  return async (cafe) => {
    const { token } = cafe.owner;
    await queueUp(cafe.app, cafe.owner, [5, 5]);
    await cafe.app.call("POST", "/api/requests/play-next", { token });
    return () => sent(cafe, 200, method, path, { token, body });
  };
}

async function sent(cafe: GrownCafe, status: number, ...call: Parameters<GrownCafe["send"]>) {
  const answered = await cafe.send(...call);
  if (answered !== status) throw new Error(`${call[0]} ${call[1]} answered ${answered}`);
}

/** The path of a link that resets the password of a new account. */
async function resetPath(cafe: GrownCafe): Promise<string> {
  const { email } = registration();
  const { code } = await register(cafe.app, { email });
  await cafe.send("POST", "/api/auth/verify", { body: { email, verificationCode: code } });
  await cafe.send("POST", "/api/auth/forgot-password", { body: { email } });
  return `/api/auth/reset-password/${await resetTokenFor(cafe.app, email)}`;
}
