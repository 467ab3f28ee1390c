// Runs every flow and searches the log for secrets and personal data.
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { accounts } from "../../db/schema/accounts.ts";
import { musicGrants } from "../../db/schema/music.ts";
import { collectLog } from "../support/start/collected_log.ts";
import { IBAN } from "../support/people/payees.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { useSource } from "../support/music/manual_cafe.ts";
import { login, register, REGISTRATION, verify, wrongCode } from "../support/people/accounts.ts";
import { playNext, queueUp } from "../support/people/cafe_evening.ts";
import { comeBack, consent, depart, land, ticketFor } from "../support/people/connection.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { codeFor, resetTokenFor } from "../support/people/letters.ts";
import { submit } from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

const NEW_PASSWORD = "bambaska bir parola 42";
const PASSWORDS = [REGISTRATION.password, NEW_PASSWORD, "yanlis ama gizli"];

Deno.test("the log contains no password, code, token, ticket, state, IBAN or phone number", async () => {
  await using log = await collectLog("debug");
  await using app = await testApp();
  const secrets = [...PASSWORDS, IBAN, REGISTRATION.phoneNumber, "5550000000"];

  const { code, cookie } = await register(app);
  secrets.push(code, wrongCode(code));
  await verify(app, REGISTRATION.email, wrongCode(code), cookie);
  app.clock.pass(61_000);
  await app.call("POST", "/api/auth/resend-code", { body: { email: REGISTRATION.email } });
  const again = await codeFor(app, REGISTRATION.email);
  secrets.push(again);
  const { token } = await (await verify(app, REGISTRATION.email, again, cookie)).json();
  secrets.push(token);

  await login(app, REGISTRATION.email, "yanlis ama gizli");
  await login(app, "kimse@ornek.test", "yanlis ama gizli");
  await app.call("POST", "/api/auth/forgot-password", { body: { email: REGISTRATION.email } });
  const resetToken = await resetTokenFor(app, REGISTRATION.email);
  secrets.push(resetToken);
  await app.fetch(`/panel/reset-password/${resetToken}`);
  await app.fetch(`/panel/reset-password//${resetToken}`);
  // As mail programs mangle addresses.
  for (const before of ["/panel/reset-password%2F", "/panel/reset-password=", "/panel/", "/k/x."]) {
    await app.fetch(`${before}${resetToken}`);
  }
  await app.call("PUT", `/api/auth/reset-password/wrong-${resetToken}`, {
    body: { password: NEW_PASSWORD },
  });
  await app.call("PUT", `/api/auth/reset-password/${resetToken}`, {
    body: { password: NEW_PASSWORD },
  });
  const owner = await (await login(app, REGISTRATION.email, NEW_PASSWORD)).json();
  secrets.push(owner.token);

  const { ownerId } = await (await app.call("GET", "/api/cafes/me", { token: owner.token })).json();
  const refused = await depart(app, await ticketFor(app, owner.token));
  await comeBack(app, refused, "deny");
  const ticket = await ticketFor(app, owner.token);
  const departure = await depart(app, ticket);
  const callback = await consent(app, departure.authorizeUrl);
  secrets.push(ticket, ...new URL(callback).searchParams.values());
  await land(app, callback, departure.cookie);
  await land(app, callback, departure.cookie);
  await app.fetch(`/api/spotify/login?token=${owner.token}`);
  for (const grant of await app.deps.db.read.select().from(musicGrants)) {
    for (const sealed of [grant.accessToken, grant.refreshToken]) {
      secrets.push(
        sealed,
        await app.deps.cipher.decrypt(sealed, grant.ownerId).catch(() => sealed),
      );
    }
  }

  const profile = { name: "Kahve Durağı", iban: IBAN, accountHolderName: "Ayşe Yılmaz" };
  await app.call("POST", "/api/cafes", { token: owner.token, body: profile });
  await app.call("POST", "/api/cafes", {
    token: owner.token,
    body: { ...profile, iban: IBAN.replace("33", "34") },
  });
  await queueUp(app, { ownerId, cafeId: "", email: "", token: owner.token }, [25, 50]);
  assert.equal((await playNext(app, owner.token)).status, 200);
  await submit(app, ownerId);
  app.clock.pass(1000);
  await useSource(app.deps, ownerId, "library");
  const claim = await app.call("POST", "/api/player/claim", {
    token: owner.token,
    body: { tab: "a" },
  });
  const { lease } = await claim.json();
  secrets.push(lease, lease.split(".")[1]);
  await app.call("GET", `/api/player/current?lease=${lease}`);
  const failure = { lease, playId: "a-0", event: "failed", positionMs: 0, why: "no sound" };
  await app.call("POST", "/api/player/report", { body: failure });
  await app.fetch("/api/library/audio/1.mp3", { headers: { cookie: `player=${lease}` } });
  const admin = await createAdmin(app.deps);
  secrets.push(admin.token);
  const [payout] = await closePeriod(app.deps, app.clock.now());
  await app.call("GET", "/api/admin/payouts", { token: admin.token });
  await app.call("PUT", `/api/admin/payouts/${payout!.id}/paid`, { token: admin.token });
  await app.call("GET", "/api/account/export", { token: owner.token });
  await app.call("POST", "/api/spotify/disconnect", { token: owner.token });
  const [{ passwordHash } = { passwordHash: "" }] = await app.deps.db.read.select().from(accounts)
    .where(eq(accounts.id, ownerId));
  secrets.push(passwordHash);
  await app.call("POST", "/api/account/delete", {
    token: owner.token,
    body: { password: NEW_PASSWORD },
  });
  await app.idle();

  const text = log.lines.join("");
  assert.ok(log.lines.length > 30, "the flows were logged");
  for (const line of log.lines) JSON.parse(line);
  const found = secrets.filter((secret) => secret.length > 4)
    .filter((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)));
  assert.deepEqual(found, []);
});

Deno.test("a failed query is logged without its SQL and parameters", async () => {
  await using log = await collectLog("debug");
  await using app = await testApp();
  await app.deps.db.close();
  const answer = await app.call("POST", "/api/auth/register", { body: REGISTRATION });
  assert.ok(answer.status >= 500);
  const { msg } = await answer.json();
  assert.match(msg, /^[A-ZÇĞİÖŞÜ][^{}]+\.$/);
  const errors = log.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === "ERROR");
  assert.ok(errors.length > 0);
  assert.ok(errors[0].properties.requestId);
  assert.doesNotMatch(log.lines.join(""), /insert into|select |params|ayse@|argon2id|0000000/i);
});

Deno.test("database errors of playing and connecting are logged without SQL", async () => {
  await using log = await collectLog("debug");
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  // The token can still be checked, and nothing else works.
  await app.deps.db.all(sql`alter table song_requests rename to mislaid`);
  const played = await playNext(app, owner.token);
  assert.equal(played.status, 500);
  await app.deps.db.all(sql`alter table sessions rename to mislaid_too`);
  const login = `${app.deps.config.appOrigin}/api/spotify/login?token=${owner.token}`;
  assert.match((await app.fetch(login)).headers.get("location")!, /spotify=failed$/);
  const text = log.lines.join("");
  assert.match(text, /No song was played[^]*Connecting a music account ended as failed/);
  assert.match(text, /no such table: song_requests[^]*no such table: sessions/);
  assert.doesNotMatch(text, /insert into|select |params|Failed query/i);
});

const TOKEN = "sEcReT-0f-a-LiNk";

for (
  const path of [
    "/panel/reset-password/",
    "/api/auth/reset-password/",
    "/panel/join/",
    "/api/team/join/",
    "/api/team/JOIN//",
  ]
) {
  Deno.test(`the log has ${path}:token in place of a link's token, whatever the answer`, async () => {
    await using log = await collectLog("info");
    await using app = await testApp();
    await (await app.fetch(path + TOKEN)).body?.cancel();
    const [line] = log.lines.filter((each) => each.includes("siradaki.access"));
    assert.equal(JSON.parse(line!).properties.path, `${path}:token`);
    assert.ok(!log.lines.join("").includes(TOKEN));
  });
}
