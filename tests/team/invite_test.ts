// Inviting a person to a team (docs/team.md#invitations).
import { strict as assert } from "node:assert";
import { invitations } from "../../db/schema/accounts.ts";
import { partsOf, smtpServer } from "../support/net/smtp_server.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { answerOf, sentenceOf } from "../support/people/guests.ts";
import { lettersOf } from "../support/people/letters.ts";
import { anyAddress } from "../support/people/requests.ts";
import {
  createPerson,
  createStaff,
  enlist,
  invite,
  join,
  joinTokenFor,
  teamOf,
} from "../support/people/team.ts";
import { testApp } from "../support/start/test_app.ts";

const EMAIL = "deniz@ornek.test";
const INVITED = {
  msg:
    "Davet hazırlandı. Bağlantı 7 gün geçerlidir. E-posta gönderimi ayarlı değil: e-postayı görmek için Sıradaki'nin çalıştığı bilgisayarda 'sudo siradaki letters' ya da 'deno task letters' yazın.",
};
const DAY_MS = 24 * 60 * 60 * 1000;

Deno.test("POST /api/team sends a letter whose link joins, in text and HTML, and lists the person as invited", async () => {
  await using smtp = await smtpServer();
  await using app = await testApp({ SMTP_URL: smtp.url });
  const owner = await createOwner(app.deps, "Nar Ağacı");
  assert.deepEqual(
    await answerOf(invite(app, owner.token, { email: " Deniz@Ornek.test ", name: " Deniz " })),
    [201, { msg: "Davet gönderildi. Bağlantı 7 gün geçerlidir." }],
  );
  const [listed, ...others] = await teamOf(app, owner.token);
  assert.deepEqual(others, []);
  assert.deepEqual({ ...listed, accountId: "" }, {
    accountId: "",
    name: "Deniz",
    email: EMAIL,
    joined: false,
  });
  await app.idle();
  assert.deepEqual(smtp.received.map(({ recipients }) => recipients), [[EMAIL]]);
  const { text, html } = partsOf(smtp.received[0]!);
  const link = text.match(/\/panel\/join\/([\w-]+)/)!;
  assert.ok(html.includes(link[0]));
  assert.match(text, /7 gün/);
  assert.doesNotMatch(text + html, /Nar Ağacı|Deniz\b/, "no text that a person typed");
  assert.equal((await join(app, link[1]!)).status, 200);
});

Deno.test("POST /api/team answers alike for an unknown address, an owner's, an admin's, the own one and a member's", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const other = await createOwner(app.deps);
  const member = await createStaff(app.deps, owner.ownerId);
  await createAdmin(app.deps);
  for (const email of [EMAIL, other.email, owner.email, member.email]) {
    assert.deepEqual(await answerOf(invite(app, owner.token, { email, name: "Deniz" })), [
      201,
      INVITED,
    ]);
    const letters = (await lettersOf(app, email)).length;
    assert.equal(letters, email === EMAIL || email === other.email ? 1 : 0, email);
  }
  const invited = (await teamOf(app, owner.token)).filter(({ joined }) => !joined);
  assert.deepEqual(invited.map(({ email }) => email).sort(), [EMAIL, other.email].sort());
});

Deno.test("inviting an address again replaces the older link, and twice at once leaves one that works", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await invite(app, token);
  const older = await joinTokenFor(app, EMAIL);
  app.clock.pass(1000);
  await invite(app, token, { email: EMAIL, name: "Deniz Ak" });
  const newer = await joinTokenFor(app, EMAIL);
  assert.equal((await join(app, older)).status, 400);
  assert.deepEqual((await teamOf(app, token)).map(({ name }) => name), ["Deniz Ak"]);
  app.clock.pass(1000);
  const both = await Promise.all([invite(app, token), invite(app, token)]);
  assert.deepEqual(both.map(({ status }) => status), [201, 201]);
  assert.equal((await join(app, newer)).status, 400);
  const links = (await lettersOf(app, EMAIL)).map((letter) =>
    letter.match(/\/panel\/join\/([\w-]+)/)![1]!
  );
  const statuses = [];
  for (const link of links) statuses.push((await join(app, link)).status);
  assert.deepEqual(statuses.sort(), [200, 400, 400, 400]);
});

Deno.test("an invitation ends after 7 days: the link, and its place in the list", async () => {
  await using app = await testApp();
  const { deps: { db } } = app;
  const owner = await createOwner(app.deps);
  await invite(app, owner.token);
  const link = await joinTokenFor(app, EMAIL);
  app.clock.pass(7 * DAY_MS - 1);
  assert.equal((await app.call("GET", `/api/team/join/${link}`)).status, 200);
  app.clock.pass(1);
  assert.equal((await app.call("GET", `/api/team/join/${link}`)).status, 400);
  assert.equal((await join(app, link)).status, 400);
  assert.equal((await db.read.select().from(invitations)).length, 1);
  assert.equal((await app.call("GET", "/api/team", { token: owner.token })).status, 401);
});

Deno.test("DELETE /api/team takes an invitation back: its link stops working, twice is 404, and another cafe's is 404", async () => {
  await using app = await testApp();
  const [owner, other] = [await createOwner(app.deps), await createOwner(app.deps)];
  await invite(app, owner.token);
  const link = await joinTokenFor(app, EMAIL);
  const [listed] = await teamOf(app, owner.token);
  const remove = (token: string) => app.call("DELETE", `/api/team/${listed!.accountId}`, { token });
  assert.equal((await remove(other.token)).status, 404);
  assert.equal((await remove(owner.token)).status, 204);
  assert.equal((await remove(owner.token)).status, 404);
  assert.equal((await join(app, link)).status, 400);
  assert.deepEqual(await teamOf(app, owner.token), []);
});

Deno.test("an address gets at most 5 invitations an hour, and the last one that was sent stays valid", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  for (let i = 0; i < 7; i++) {
    app.clock.pass(1000);
    assert.equal((await invite(app, token)).status, 201);
  }
  assert.equal((await lettersOf(app, EMAIL)).length, 5);
  assert.equal((await join(app, await joinTokenFor(app, EMAIL))).status, 200);
});

Deno.test("a cafe sends at most 20 invitations an hour, whatever the address that asks", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const send = (i: number) =>
    invite(app, token, { email: `kisi${i}@ornek.test`, name: "Deniz" }, anyAddress());
  for (let i = 0; i < 20; i++) assert.equal((await send(i)).status, 201);
  assert.match(await sentenceOf(send(20), 429), /davet/);
  app.clock.pass(60 * 60 * 1000);
  assert.equal((await send(21)).status, 201);
});

Deno.test("a team has at most 50 people, those who are invited among them", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { ownerId, token } = await createOwner(app.deps);
  for (let i = 0; i < 48; i++) await enlist(app.deps, await createPerson(app.deps), ownerId);
  const send = (email: string) => invite(app, token, { email, name: "Deniz" });
  assert.equal((await send("a@ornek.test")).status, 201);
  assert.equal((await send("b@ornek.test")).status, 201);
  assert.match(await sentenceOf(send("c@ornek.test"), 409), /en fazla 50/);
  assert.deepEqual(await lettersOf(app, "c@ornek.test"), []);
  assert.equal((await send("b@ornek.test")).status, 201, "a new link needs no room");
});
