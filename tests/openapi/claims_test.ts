// What the OpenAPI document says of roles and success holds on the running server, call by call.
import { strict as assert } from "node:assert";
import { useSource } from "../support/music/use_source.ts";
import { type CallName, CALLS } from "../../server/contract/calls.ts";
import { closePeriod } from "../../server/payouts/close_period.ts";
import { addLibrarySong } from "../support/music/library_song.ts";
import { libraryCafe } from "../support/music/library_cafe.ts";
import { rawSocket } from "../support/net/raw_socket.ts";
import {
  createOwnerWithPassword,
  login,
  PASSWORD,
  register,
  REGISTRATION,
  verify,
} from "../support/people/accounts.ts";
import { connectedOwner, playNext, queueUp } from "../support/people/cafe_evening.ts";
import { consent, depart, login as leave, ticketFor } from "../support/people/connection.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { houseWith } from "../support/people/house.ts";
import { tick } from "../support/people/till.ts";
import { resetTokenFor } from "../support/people/letters.ts";
import { createPayee } from "../support/people/payees.ts";
import {
  appCode,
  begin,
  confirm,
  ownerWithSecondFactor,
  renewCodes,
  turnOff,
} from "../support/people/second_factor.ts";
import { playedSong, playOwnMusic } from "../support/people/plays.ts";
import { sendList, sendPreview } from "../support/music/manual_cafe.ts";
import { draft, newGuest, submit } from "../support/people/requests.ts";
import {
  accept,
  createPerson,
  createStaff,
  invitationsOf,
  invite,
  join,
  joinTokenFor,
} from "../support/people/team.ts";
import { servedApp } from "../support/start/served_app.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

interface Operation {
  description?: string;
  security: unknown[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** It knows its caller by a cookie instead of a login token. */
const BY_COOKIE = "GET /api/library/audio/:file";
const UPGRADE = "GET /api/realtime";

/** Makes the call succeed. */
const SUCCEED: Record<Exclude<CallName, typeof UPGRADE>, (app: TestApp) => Promise<Response>> = {
  "POST /api/auth/register": (app) =>
    app.call("POST", "/api/auth/register", { body: REGISTRATION }),
  "POST /api/auth/verify": async (app) => {
    const { code, cookie } = await register(app);
    return await verify(app, REGISTRATION.email, code, cookie);
  },
  "POST /api/auth/resend-code": (app) =>
    app.call("POST", "/api/auth/resend-code", { body: { email: REGISTRATION.email } }),
  "POST /api/auth/login": async (app) =>
    await login(app, (await createOwnerWithPassword(app)).email, PASSWORD),
  "POST /api/auth/forgot-password": (app) =>
    app.call("POST", "/api/auth/forgot-password", { body: { email: REGISTRATION.email } }),
  "GET /api/auth/reset-password/:token": async (app) => {
    const { email } = await createOwner(app.deps);
    await app.call("POST", "/api/auth/forgot-password", { body: { email } });
    return await app.call("GET", `/api/auth/reset-password/${await resetTokenFor(app, email)}`);
  },
  "PUT /api/auth/reset-password/:token": async (app) => {
    const { email } = await createOwner(app.deps);
    await app.call("POST", "/api/auth/forgot-password", { body: { email } });
    const token = await resetTokenFor(app, email);
    return await app.call("PUT", `/api/auth/reset-password/${token}`, {
      body: { password: PASSWORD },
    });
  },
  "POST /api/auth/logout": asOwner("POST", "/api/auth/logout"),
  "POST /api/auth/renew": asOwner("POST", "/api/auth/renew"),
  "GET /api/auth/sessions": asOwner("GET", "/api/auth/sessions"),
  "DELETE /api/auth/sessions": asOwner("DELETE", "/api/auth/sessions"),
  "DELETE /api/auth/sessions/:id": async (app) => {
    const { token } = await createOwner(app.deps);
    const [login] = await (await app.call("GET", "/api/auth/sessions", { token })).json();
    return await app.call("DELETE", `/api/auth/sessions/${login._id}`, { token });
  },
  "PUT /api/auth/password": async (app) => {
    const { token } = await createOwnerWithPassword(app);
    const body = { password: PASSWORD, newPassword: "dort-kedi-uc-kapi" };
    return await app.call("PUT", "/api/auth/password", { token, body });
  },
  "GET /api/auth/second-factor": asOwner("GET", "/api/auth/second-factor"),
  "POST /api/auth/second-factor": async (app) =>
    await begin(app, (await createOwnerWithPassword(app)).token),
  "PUT /api/auth/second-factor": async (app) => {
    const { token } = await createOwnerWithPassword(app);
    const { secret } = await (await begin(app, token)).json();
    return await confirm(app, token, appCode(app, secret));
  },
  "DELETE /api/auth/second-factor": async (app) => {
    const { token, nextCode } = await ownerWithSecondFactor(app);
    return await turnOff(app, token, nextCode());
  },
  "POST /api/auth/second-factor/recovery-codes": async (app) => {
    const { token, nextCode } = await ownerWithSecondFactor(app);
    return await renewCodes(app, token, nextCode());
  },
  "GET /api/account/export": asOwner("GET", "/api/account/export"),
  "POST /api/account/delete": async (app) => {
    const { token } = await createOwnerWithPassword(app);
    return await app.call("POST", "/api/account/delete", { token, body: { password: PASSWORD } });
  },
  "GET /api/tables": asOwner("GET", "/api/tables"),
  "POST /api/tables": asOwner("POST", "/api/tables", { labels: ["Masa 1"] }),
  "POST /api/tables/renew": asOwner("POST", "/api/tables/renew"),
  "DELETE /api/tables/:id": async (app) => {
    const { token } = await createOwner(app.deps);
    const body = { labels: ["Masa 1"] };
    const [table] = await (await app.call("POST", "/api/tables", { token, body })).json();
    return await app.call("DELETE", `/api/tables/${table._id}`, { token });
  },
  "GET /api/team": asOwner("GET", "/api/team"),
  "POST /api/team": asOwner("POST", "/api/team", { email: REGISTRATION.email, name: "Ayşe" }),
  "GET /api/team/cafes": asOwner("GET", "/api/team/cafes"),
  "POST /api/team/cafes": async (app) => {
    const { ownerId, token } = await createOwner(app.deps);
    return await app.call("POST", "/api/team/cafes", { token, body: { ownerId } });
  },
  "DELETE /api/team/cafes/:ownerId": async (app) => {
    const { ownerId } = await createOwner(app.deps);
    const { token } = await createStaff(app.deps, ownerId);
    return await app.call("DELETE", `/api/team/cafes/${ownerId}`, { token });
  },
  "GET /api/team/invitations": asOwner("GET", "/api/team/invitations"),
  "POST /api/team/invitations/:id": async (app) => {
    const { email, token } = await createPerson(app.deps);
    await invite(app, (await createOwner(app.deps)).token, { email, name: "Deniz" });
    const [own] = await invitationsOf(app, token);
    return await accept(app, token, own!._id);
  },
  "GET /api/team/join/:token": async (app) =>
    await app.call("GET", `/api/team/join/${await invitation(app)}`),
  "POST /api/team/join/:token": async (app) => await join(app, await invitation(app)),
  "DELETE /api/team/:accountId": async (app) => {
    const { ownerId, token } = await createOwner(app.deps);
    const { accountId } = await createStaff(app.deps, ownerId);
    return await app.call("DELETE", `/api/team/${accountId}`, { token });
  },
  "GET /api/house": asOwner("GET", "/api/house"),
  "PUT /api/house": asOwner("PUT", "/api/house", { perGuest: 3 }),
  "GET /api/cafes/me": asOwner("GET", "/api/cafes/me"),
  "GET /api/cafes/:cafeId": async (app) =>
    await app.call("GET", `/api/cafes/${(await createOwner(app.deps)).cafeId}`),
  "GET /api/cafes/:cafeId/now": async (app) => {
    const owner = await createOwner(app.deps);
    await playOwnMusic(app.deps, owner.ownerId);
    return await app.call("GET", `/api/cafes/${owner.cafeId}/now`);
  },
  "POST /api/cafes": asOwner("POST", "/api/cafes", {
    name: "Kafe",
    iban: "",
    accountHolderName: "",
  }),
  "GET /api/requests": async (app) => {
    const owner = await createOwner(app.deps);
    await submit(app, owner.ownerId);
    return await app.call("GET", "/api/requests", { token: owner.token });
  },
  "GET /api/requests/mine": (app) => app.call("GET", "/api/requests/mine?ownerId=1"),
  "GET /api/requests/queue/:ownerId": async (app) => {
    const owner = await createOwner(app.deps);
    await queueUp(app, owner, [5, 10]);
    return await app.call("GET", `/api/requests/queue/${owner.ownerId}`);
  },
  "POST /api/requests": async (app) =>
    await app.call("POST", "/api/requests", {
      body: draft((await createOwner(app.deps)).ownerId),
    }),
  "POST /api/requests/decide": asOwner("POST", "/api/requests/decide", {
    ids: ["nothing"],
    status: "approved",
  }),
  "POST /api/requests/undo": asOwner("POST", "/api/requests/undo", { ids: ["nothing"] }),
  "POST /api/requests/:id/tips": async (app) => {
    const { _id } = await submit(app, (await createOwner(app.deps)).ownerId);
    return await app.call("POST", `/api/requests/${_id}/tips`, { body: { tipAmount: 5 } });
  },
  "PUT /api/requests/:id/received": async (app) => {
    const owner = await houseWith(app, { tips: "till" });
    const { _id } = await submit(app, owner.ownerId);
    return await tick(app, owner, _id);
  },
  "DELETE /api/requests/:id": async (app) => {
    const headers = { cookie: await newGuest(app) };
    const body = draft((await createOwner(app.deps)).ownerId);
    const sent = await app.call("POST", "/api/requests", { headers, body });
    return await app.call("DELETE", `/api/requests/${(await sent.json())._id}`, { headers });
  },
  "PUT /api/requests/:id": async (app) => {
    const { ownerId, token } = await createOwner(app.deps);
    const { _id } = await submit(app, ownerId);
    return await app.call("PUT", `/api/requests/${_id}`, { token, body: { status: "approved" } });
  },
  "POST /api/requests/:id/undo": async (app) => {
    const { ownerId, token } = await createOwner(app.deps);
    const { _id } = await submit(app, ownerId);
    await app.call("PUT", `/api/requests/${_id}`, { token, body: { status: "rejected" } });
    return await app.call("POST", `/api/requests/${_id}/undo`, { token });
  },
  "POST /api/requests/play-next": async (app) => {
    const owner = await connectedOwner(app);
    await queueUp(app, owner, [5]);
    return await playNext(app, owner.token);
  },
  "GET /api/music": asOwner("GET", "/api/music"),
  "PUT /api/music": asOwner("PUT", "/api/music", { fallback: { kind: "none" } }),
  "PUT /api/music/list": async (app) =>
    await sendList(app, (await createOwner(app.deps)).token, "Gülpembe,Barış Manço"),
  "POST /api/music/list/preview": async (app) =>
    await sendPreview(app, (await createOwner(app.deps)).token, "Gülpembe,Barış Manço"),
  "GET /api/music/list": asOwner("GET", "/api/music/list"),
  "GET /api/playback": asOwner("GET", "/api/playback"),
  "PUT /api/playback/auto": asOwner("PUT", "/api/playback/auto", { on: true }),
  "POST /api/playback/pause": whilePlaying("POST", "/api/playback/pause"),
  "POST /api/playback/resume": whilePlaying("POST", "/api/playback/resume"),
  "POST /api/playback/skip": whilePlaying("POST", "/api/playback/skip"),
  "PUT /api/playback/volume": whilePlaying("PUT", "/api/playback/volume", { percent: 50 }),
  "GET /api/auth/status": asOwner("GET", "/api/auth/status"),
  "GET /api/spotify/search": (app) => app.call("GET", "/api/spotify/search?term=a"),
  "GET /api/music/search": async (app) => {
    const { ownerId } = await createOwner(app.deps);
    return await app.call("GET", `/api/music/search?ownerId=${ownerId}&term=a`);
  },
  "GET /api/spotify/player": async (app) =>
    await app.call("GET", "/api/spotify/player", { token: (await connectedOwner(app)).token }),
  "PUT /api/spotify/device": async (app) => {
    const { token } = await connectedOwner(app);
    const player = await (await app.call("GET", "/api/spotify/player", { token })).json();
    const deviceId = player.devices[0].id;
    return await app.call("PUT", "/api/spotify/device", { token, body: { deviceId } });
  },
  "POST /api/spotify/ticket": asOwner("POST", "/api/spotify/ticket"),
  "GET /api/spotify/login": async (app) =>
    await leave(app, await ticketFor(app, (await createOwner(app.deps)).token)),
  "GET /api/spotify/callback": async (app) => {
    const { token } = await createOwner(app.deps);
    const { authorizeUrl, cookie } = await depart(app, await ticketFor(app, token));
    return await app.fetch(await consent(app, authorizeUrl), { headers: { cookie } });
  },
  "POST /api/spotify/disconnect": asOwner("POST", "/api/spotify/disconnect"),
  "GET /api/library": asOwner("GET", "/api/library"),
  "POST /api/library/scan": async (app) => {
    await addLibrarySong(app.deps);
    return await asOwner("POST", "/api/library/scan")(app);
  },
  "GET /api/library/covers/:id": async (app) =>
    await app.call("GET", `/api/library/covers/${await addLibrarySong(app.deps)}`),
  "POST /api/player/claim": async (app) => (await becomePlayer(app)).claim,
  "GET /api/player/current": async (app) => {
    const { lease } = await becomePlayer(app);
    return await app.call("GET", `/api/player/current?lease=${lease}`);
  },
  "POST /api/player/report": async (app) => {
    const { lease } = await becomePlayer(app);
    const body = { lease, playId: "none", event: "progress", positionMs: 0 };
    return await app.call("POST", "/api/player/report", { body });
  },
  "POST /api/player/leave": async (app) => {
    const { lease } = await becomePlayer(app);
    return await app.call("POST", "/api/player/leave", { body: { lease } });
  },
  [BY_COOKIE]: async () => {
    await using cafe = await libraryCafe();
    const headers = { cookie: `player=${await cafe.hold()}` };
    return await cafe.app.fetch("/api/library/audio/1.mp3", { headers });
  },
  "GET /api/payouts": asOwner("GET", "/api/payouts"),
  "GET /api/payouts/summary": asOwner("GET", "/api/payouts/summary"),
  "GET /api/payouts/earnings": asOwner("GET", "/api/payouts/earnings?days=7"),
  "GET /api/payouts/till": asOwner("GET", "/api/payouts/till?days=7"),
  "GET /api/payouts/till/songs": asOwner("GET", "/api/payouts/till/songs"),
  "GET /api/payouts/history.csv": asOwner("GET", "/api/payouts/history.csv"),
  "GET /api/admin/payouts": asAdmin("GET", "/api/admin/payouts"),
  "GET /api/admin/payouts/pending.csv": asAdmin("GET", "/api/admin/payouts/pending.csv"),
  "GET /api/admin/payouts/paid": asAdmin("GET", "/api/admin/payouts/paid"),
  "PUT /api/admin/payouts/:payoutId/paid": async (app) =>
    await asAdmin("PUT", `/api/admin/payouts/${await closedPayout(app)}/paid`)(app),
  "DELETE /api/admin/payouts/:payoutId/paid": async (app) =>
    await asAdmin("DELETE", `/api/admin/payouts/${await closedPayout(app)}/paid`)(app),
};

for (const [name, succeed] of Object.entries(SUCCEED)) {
  Deno.test(`${name} answers a success with the status and the type that the document names`, async () => {
    await using app = await testApp();
    const { responses } = (await operations(app))[name]!;
    const response = await succeed(app);
    await response.body?.cancel();
    assert.deepEqual(successesOf(responses), [String(response.status)]);
    const types = Object.keys(responses[response.status]!.content ?? {});
    assert.deepEqual(types.map((type) => asDescribed(type, response)), typeOf(response));
  });
}

Deno.test(`${UPGRADE} answers a handshake with the status that the document names`, async () => {
  await using app = await servedApp();
  const { ownerId } = await createOwner(app.deps);
  const { status, connection } = await rawSocket(app.origin, `/api/realtime?ownerId=${ownerId}`);
  connection.close();
  assert.deepEqual(successesOf((await operations(app))[UPGRADE]!.responses), [String(status)]);
});

Deno.test("each call admits the roles that the document names, and no others", async () => {
  await using app = await testApp();
  const described = await operations(app);
  assert.deepEqual(Object.keys(described).sort(), Object.keys(CALLS).sort());
  for (const [name, { security, description = "" }] of Object.entries(described)) {
    const [method, path] = name.split(" ") as [string, string];
    const statusAs = async (token?: string) => {
      const response = await app.call(method, path.replace(/:\w+/, "nothing"), { token });
      await response.body?.cancel();
      return response.status;
    };
    const statuses = {
      nobody: await statusAs(),
      owner: await statusAs((await createOwner(app.deps)).token),
      staff: await statusAs(
        (await createStaff(app.deps, (await createOwner(app.deps)).ownerId)).token,
      ),
      admin: await statusAs((await createAdmin(app.deps)).token),
      cafeless: await statusAs((await createPerson(app.deps)).token),
    };
    const roles = description.match(/For a logged-in (.+)\./)?.[1]?.split(" or ") ?? [];
    assert.equal(security.length > 0, roles.length > 0, name);
    if (roles.length > 0) assert.equal(statuses.nobody, 401, name);
    const admitted = Object.entries(statuses)
      .filter(([, status]) => name === BY_COOKIE || (status !== 401 && status !== 403)).map((
        [role],
      ) => role);
    assert.deepEqual(admitted, roles.length > 0 ? roles : Object.keys(statuses), name);
  }
});

/** The document's operations by name: "PUT /api/requests/:id". */
async function operations(app: TestApp): Promise<Record<string, Operation>> {
  const { paths } = await (await app.fetch("/api/openapi.json")).json();
  return Object.fromEntries(
    Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
        operation,
      ])
    ),
  );
}

function successesOf(responses: Operation["responses"]): string[] {
  return Object.keys(responses).filter((status) => Number(status) < 400);
}

/** A described range of types ("image/*") stands for each type in it. */
function asDescribed(described: string, response: Response): string {
  const [type = described] = typeOf(response);
  return described.endsWith("/*") && type.startsWith(described.slice(0, -1)) ? type : described;
}

function typeOf({ headers }: Response): string[] {
  const type = headers.get("content-type");
  return type === null ? [] : [type.split(";")[0]!];
}

/** The token of an invitation's link. */
async function invitation(app: TestApp): Promise<string> {
  await invite(app, (await createOwner(app.deps)).token);
  return await joinTokenFor(app, "deniz@ornek.test");
}

/** The id of a pending payout. */
async function closedPayout(app: TestApp): Promise<string> {
  const { ownerId } = await createPayee(app.deps);
  await playedSong(app.deps, ownerId, 1050, app.clock.now());
  app.clock.pass(1000);
  return (await closePeriod(app.deps, app.clock.now()))[0]!.id;
}

function asOwner(method: string, path: string, body?: unknown) {
  return async (app: TestApp) =>
    await app.call(method, path, { body, token: (await createOwner(app.deps)).token });
}

/** A new owner's cafe plays its own files, in a tab that claims the player. */
async function becomePlayer(app: TestApp): Promise<{ claim: Response; lease: string }> {
  const { ownerId, token } = await createOwner(app.deps);
  await useSource(app.deps, ownerId, "library");
  const claim = await app.call("POST", "/api/player/claim", { token, body: { tab: "a" } });
  return { claim, lease: (await claim.clone().json()).lease };
}

function whilePlaying(method: string, path: string, body?: unknown) {
  return async (app: TestApp) => {
    const owner = await connectedOwner(app);
    await queueUp(app, owner, [5]);
    await playNext(app, owner.token);
    return await app.call(method, path, { body, token: owner.token });
  };
}

function asAdmin(method: string, path: string) {
  return async (app: TestApp) =>
    await app.call(method, path, { token: (await createAdmin(app.deps)).token });
}
