import { strict as assert } from "node:assert";
import type { LetterKind } from "../../db/people/letters.ts";
import { chooseOrigin, lanOrigins } from "../../server/mail/new_letter.ts";
import { letterText } from "../../server/mail/letter_text.ts";
import { deleteOldLetters, startDeletingLetters } from "../../server/mail/post.ts";
import { answersTo } from "../support/net/raw_socket.ts";
import { createOwnerWithPassword, PASSWORD, REGISTRATION } from "../support/people/accounts.ts";
import { lettersOf, resetTokenFor } from "../support/people/letters.ts";
import { servedApp } from "../support/start/served_app.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const KINDS: [LetterKind, string, number][] = [
  ["verification_code", "042137", 1],
  ["reset_link", "AvWsLg2KgQbgT50rlasU0BBR_UBx9cgdD5ECsTk3TBs", 0],
  ["password_changed", "", 0],
  ["second_factor_on", "", 0],
  ["second_factor_off", "", 0],
  ["address_in_use", "", 0],
  ["invitation", "AvWsLg2KgQbgT50rlasU0BBR_UBx9cgdD5ECsTk3TBs", 0],
];

for (const [kind, secret, runs] of KINDS) {
  Deno.test(`the letter ${kind} is Turkish in text and HTML, and has ${runs} numbers of six digits`, () => {
    const { subject, text, html } = letterText(kind, secret, "https://kafe.ornek.test:21000");
    assert.match(subject, /^[^\n\r]{10,60}$/);
    assert.match(text, /^Merhaba,\n\n/);
    assert.match(html, /^<!doctype html>\n<html lang="tr">/);
    for (const part of [text, html]) {
      assert.equal((part.match(/\d{6,}/g) ?? []).length, runs);
      if (secret) assert.ok(part.includes(secret));
      assert.doesNotMatch(part, /undefined|null/);
    }
    assert.doesNotMatch(subject, /\d{6}/);
  });
}

Deno.test("a secret is escaped in a letter's HTML", () => {
  const { html } = letterText("reset_link", `"><script>`, "https://kafe.ornek.test");
  assert.doesNotMatch(html, /<script>/);
});

Deno.test("an invitation says that a login asks, and not that it joins", () => {
  const { text } = letterText("invitation", "token", "https://kafe.test");
  assert.match(text, /giriş yapın; katılmak isteyip istemediğiniz sorulur\./);
  assert.doesNotMatch(text, /o girişle/);
});

// Links in letters lead to the address by which the browser came, but never to one that only a Host header names.
const APP = "https://panel.ornek.test";
const GUEST = "https://istek.ornek.test";
const BOX = { appOrigin: "http://127.0.0.1:8000", host: "0.0.0.0", port: 8000 };
const CARDS = [
  { family: "IPv4", address: "127.0.0.1" },
  { family: "IPv4", address: "192.168.1.20" },
  { family: "IPv4", address: "203.0.113.9" },
  { family: "IPv6", address: "fd00::20" },
] as const;

/** The addresses that the links in the letters to `email` lead to. */
async function linksIn(app: TestApp, email: string): Promise<string[]> {
  return (await lettersOf(app, email)).flatMap((letter) =>
    [...letter.matchAll(/(https?:\/\/[^/\s]+)\/panel\//g)].map((match) => match[1]!)
  );
}

const forgot = (
  app: TestApp,
  origin: string,
  email: string,
  headers: Record<string, string> = {},
) => app.call("POST", `${origin}/api/auth/forgot-password`, { body: { email }, headers });

Deno.test("a reset link leads to APP_ORIGIN or GUEST_ORIGIN, by which the browser came", async () => {
  await using app = await testApp({ APP_ORIGIN: APP, GUEST_ORIGIN: GUEST });
  const { email } = await createOwnerWithPassword(app);
  for (const origin of [APP, GUEST]) await forgot(app, origin, email);
  assert.deepEqual(await linksIn(app, email), [APP, GUEST]);
});

Deno.test("a reset link never leads to a host that is not ours, whatever the request says", async () => {
  await using app = await testApp({ APP_ORIGIN: APP, GUEST_ORIGIN: GUEST, HOST: "0.0.0.0" });
  const { email } = await createOwnerWithPassword(app);
  const headers = {
    "x-forwarded-host": "evil.test",
    forwarded: "host=evil.test",
    origin: "https://evil.test",
    referer: "https://evil.test/panel/",
  };
  const foreign = [
    "https://evil.test",
    "https://panel.ornek.test.evil.test",
    "https://panel.ornek.test:8443",
    "http://192.168.1.20:8000",
  ];
  for (const origin of foreign) {
    assert.equal((await forgot(app, origin, email, headers)).status, 200);
  }
  assert.deepEqual(await linksIn(app, email), foreign.map(() => APP));
});

Deno.test("a Host header of another site changes no link, over a real connection", async () => {
  await using app = await servedApp();
  const { email } = await createOwnerWithPassword(app);
  const body = JSON.stringify({ email });
  const hosts = ["evil.test", "evil.test:80", "127.0.0.1:1", "evil.test#@127.0.0.1"];
  for (const host of hosts) {
    const request =
      `POST /api/auth/forgot-password HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    assert.match(await answersTo(app.origin, request), /^HTTP\/1\.1 200 /, host);
  }
  assert.deepEqual(await linksIn(app, email), hosts.map(() => app.origin));
});

Deno.test("the letters of a taken address and of a new password lead to the address by which the browser came", async () => {
  await using app = await testApp({ APP_ORIGIN: APP, GUEST_ORIGIN: GUEST });
  const { email } = await createOwnerWithPassword(app);
  await app.call("POST", `${GUEST}/api/auth/register`, { body: { ...REGISTRATION, email } });
  await forgot(app, GUEST, email);
  const token = await resetTokenFor(app, email);
  const body = { password: `${PASSWORD} yeni` };
  await app.call("PUT", `${GUEST}/api/auth/reset-password/${token}`, { body });
  assert.deepEqual(await linksIn(app, email), [GUEST, GUEST, GUEST]);
});

Deno.test("lanOrigins returns the machine's private addresses at the server's port", () => {
  assert.deepEqual(lanOrigins(BOX, () => [...CARDS]), ["http://192.168.1.20:8000"]);
});

Deno.test("lanOrigins returns none if the product has a public address, listens here alone, or cannot look", () => {
  const cards = () => [...CARDS];
  assert.deepEqual(lanOrigins({ ...BOX, appOrigin: APP }, cards), []);
  assert.deepEqual(lanOrigins({ ...BOX, host: "127.0.0.1" }, cards), []);
  const fails = () => {
    throw new Error("no interfaces");
  };
  assert.deepEqual(lanOrigins(BOX, fails), []);
});

for (
  const [url, chosen] of [
    ["http://192.168.1.20:8000/api/auth/forgot-password", "http://192.168.1.20:8000"],
    ["http://192.168.1.21:8000/", BOX.appOrigin],
    ["http://192.168.1.20/", BOX.appOrigin],
    ["http://192.168.1.20:8001/", BOX.appOrigin],
    ["http://192.168.1.20.evil.test:8000/", BOX.appOrigin],
    ["http://localhost:8000/", BOX.appOrigin],
    ["http://[/", BOX.appOrigin],
  ] as const
) {
  Deno.test(`a letter that ${url} causes on the cafe's own computer leads to ${chosen}`, () => {
    const others = lanOrigins(BOX, () => [...CARDS]);
    assert.equal(chooseOrigin(url, BOX, others), chosen);
  });
}

Deno.test("a link never leads to plain HTTP if APP_ORIGIN is https", () => {
  const plain = "http://istek.ornek.test";
  assert.equal(chooseOrigin(`${plain}/`, { appOrigin: APP }, [plain]), APP);
  const insecure = { appOrigin: "http://panel.ornek.test" };
  assert.equal(chooseOrigin(`${GUEST}/`, insecure, [GUEST]), GUEST);
});

const DAY_MS = 24 * 60 * 60 * 1000;

const register = (app: TestApp, email: string) =>
  app.call("POST", "/api/auth/register", { body: { ...REGISTRATION, email } });
const outboxOf = (app: TestApp) => `${app.deps.config.dataDir}/outbox`;

Deno.test("a letter's file is deleted 7 days after it was written, and younger ones stay", async () => {
  await using app = await testApp();
  await register(app, "eski@ornek.test");
  await app.idle();
  app.clock.pass(7 * DAY_MS);
  await register(app, "yeni@ornek.test");
  await deleteOldLetters(app.deps);
  assert.equal((await lettersOf(app, "eski@ornek.test")).length, 1);
  app.clock.pass(1000);
  await deleteOldLetters(app.deps);
  assert.equal((await lettersOf(app, "eski@ornek.test")).length, 0);
  assert.equal((await lettersOf(app, "yeni@ornek.test")).length, 1);
});

Deno.test("a letter that was left half written is deleted too, and files that are no letters stay", async () => {
  await using app = await testApp();
  const folder = outboxOf(app);
  await Deno.mkdir(folder, { recursive: true });
  const half = "2001-01-31_18-30-00_01ARZ-3NDEK.txt.part";
  const others = ["2001 notlar.txt", "2001-01-31_18-30-00_a.txt.bak", "README"];
  for (const name of [half, ...others]) await Deno.writeTextFile(`${folder}/${name}`, "");
  await deleteOldLetters(app.deps);
  const left = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  assert.deepEqual(left.sort(), others.sort());
});

Deno.test("without a folder there is nothing to delete", async () => {
  await using app = await testApp();
  await deleteOldLetters(app.deps);
  await assert.rejects(Deno.stat(outboxOf(app)), Deno.errors.NotFound);
});

Deno.test("starting to delete letters looks at once, and stopping leaves no timer", async () => {
  await using app = await testApp();
  await register(app, "eski@ornek.test");
  await app.idle();
  app.clock.pass(8 * DAY_MS);
  await startDeletingLetters(app.deps).stop();
  assert.equal((await lettersOf(app, "eski@ornek.test")).length, 0);
});
