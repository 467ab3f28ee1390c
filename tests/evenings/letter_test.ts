// The letter of the morning (docs/evenings.md#letter).
import { strict as assert } from "node:assert";
import { compose } from "../../main.ts";
import { changeMorningLetter, writeMorningLetters } from "../../server/evenings/letter.ts";
import { createOwner } from "../support/people/factories.ts";
import { lettersOf } from "../support/people/letters.ts";
import { playedSong } from "../support/people/plays.ts";
import { submit } from "../support/people/requests.ts";
import { partsOf, smtpServer } from "../support/net/smtp_server.ts";
import { collectLog } from "../support/start/collected_log.ts";
import { instances } from "../support/start/instances.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { createClock } from "../support/time/clock.ts";

const at = (text: string) => Date.parse(`${text}+03:00`);
const FRIDAY_EVENING = at("2026-11-20T22:00");
const FRIDAY = "Cuma akşamı 2 istek geldi, 1'i çaldı: 12,50 TL bahşiş.";

/** Owner's app on a Friday evening with two requests, one of which played. */
async function friday(environment: Record<string, string> = {}) {
  const app = await testApp({ RATE_LIMITS: "off", ...environment }, {
    clock: createClock(FRIDAY_EVENING),
  });
  const owner = await createOwner(app.deps);
  await submit(app, owner.ownerId, { songTitle: "<b>Gül</b>pembe" });
  await playedSong(app.deps, owner.ownerId, 1250, FRIDAY_EVENING);
  return { app, owner };
}

async function turn(app: TestApp, token: string, on: boolean) {
  const answer = await app.call("PUT", "/api/evenings/letter", { token, body: { on } });
  assert.equal(answer.status, 200);
  assert.deepEqual(await answer.json(), { on });
}

async function morning(app: TestApp, time: string): Promise<void> {
  app.clock.set(at(time));
  await writeMorningLetters(app.deps);
  await app.idle();
}

Deno.test("the letter arrives by SMTP at 10:00 after a day with a request: the sentence as subject, the page as text and HTML, a link", async () => {
  await using smtp = await smtpServer();
  const { app, owner } = await friday({
    SMTP_URL: smtp.url,
    MAIL_FROM: "Sıradaki <kafe@ornek.test>",
    APP_ORIGIN: "https://kafe.ornek.test",
  });
  await using _ = app;
  await turn(app, owner.token, true);
  await morning(app, "2026-11-21T09:59:59");
  assert.equal(smtp.received.length, 0);
  await morning(app, "2026-11-21T10:00");
  await morning(app, "2026-11-21T10:01");
  assert.equal(smtp.received.length, 1);
  const [mail] = smtp.received;
  assert.deepEqual(mail!.recipients, [owner.email]);
  const { text, html, headers } = partsOf(mail!);
  const subject = headers.replace(/\r?\n[ \t]+/g, "").match(/^Subject: (.*)$/m)![1]!;
  assert.equal(decodeSubject(subject), FRIDAY);
  for (const part of [text, html.replaceAll("&#39;", "'")]) {
    assert.ok(part.includes(FRIDAY), part);
    assert.match(part, /Para tamam mı\?[^]*Kazanılan[^]*12,50 TL/);
    assert.match(part, /Ne istediler\?[^]*Gülpembe/);
    assert.match(part, /https:\/\/kafe\.ornek\.test\/panel\/evenings\?date=2026-11-20/);
  }
  assert.match(html, /<html lang="tr">/);
  assert.ok(!html.includes("<b>Gül"), "what guests typed is text");
  assert.ok(!/\d{6}/.test(text), "mail programs would offer it as a code");
});

Deno.test("a guest can put no paragraph, address or code into the letter", async () => {
  const { app, owner } = await friday();
  await using _ = app;
  await turn(app, owner.token, true);
  const titles = [
    "Hesabınız kapatılacak\r\n\r\nHemen doğrulayın: https://siradaki-dogrula.example/giris",
    "Yardım: destek@siradaki.example ya da www.siradaki.example",
    "Kodunuz 123 456",
    "Mr.Brightside, will.i.am, S.O.S 24/7",
  ];
  for (const songTitle of titles) await submit(app, owner.ownerId, { songTitle });
  // Searches that nothing was found for are named too, if two guests made them.
  for (const guest of ["bir", "iki"]) {
    app.deps.counters.missed({ ownerId: owner.ownerId, guest, term: "kod 654321" });
  }
  await app.idle();
  await morning(app, "2026-11-21T10:00");
  const [letter] = await lettersOf(app, owner.email);
  const text = letter!.slice(letter!.indexOf("\n\n"));
  const joined =
    "Hesabınız kapatılacak Hemen doğrulayın: https siradaki-dogrula example/giris, Barış Manço (yeni)";
  assert.ok(text.split("\n").includes(`  ${joined}: 1 istek, 0,00 TL`), text);
  assert.match(text, /Kodunuz …/);
  assert.match(text, /Mr Brightside, will\.i am, S\.O\.S 24\/7/);
  assert.match(text, /Bulunamadı: kod …/);
  assert.deepEqual(text.match(/\S*(?::\/\/|@|\.example)\S*/g), [
    `${app.deps.config.appOrigin}/panel/evenings?date=2026-11-20`,
  ]);
  assert.ok(!/\d{3}\s?\d{3}/.test(text), text);
});

Deno.test("nothing is sent while the letter is off, which it is at first, and none after a day without a request", async () => {
  const { app, owner } = await friday();
  await using _ = app;
  const { token, email } = owner;
  assert.deepEqual(await (await app.call("GET", "/api/evenings/letter", { token })).json(), {
    on: false,
  });
  await morning(app, "2026-11-21T10:00");
  assert.deepEqual(await lettersOf(app, email), []);
  await turn(app, token, true);
  await turn(app, token, false);
  await submit(app, owner.ownerId);
  await morning(app, "2026-11-22T10:00");
  assert.deepEqual(await lettersOf(app, email), []);
  await turn(app, token, true);
  await morning(app, "2026-11-23T10:00");
  assert.deepEqual(await lettersOf(app, email), [], "there was no request on Sunday");
  await submit(app, owner.ownerId);
  await morning(app, "2026-11-24T10:00");
  assert.equal((await lettersOf(app, email)).length, 1);
});

Deno.test("a server that was away at 10:00 sends the letter on the same day, once, also after a restart", async () => {
  const { app, owner } = await friday();
  await using _ = app;
  await turn(app, owner.token, true);
  await morning(app, "2026-11-21T23:59:59");
  assert.equal((await lettersOf(app, owner.email)).length, 1);
  const again = await compose(app.deps.config, { now: app.clock.now });
  await writeMorningLetters(again);
  await again.outbox.idle();
  await again.db.close();
  assert.equal((await lettersOf(app, owner.email)).length, 1);
});

Deno.test("the letter is not made up for on another day, and what is turned on after 10:00 begins on the next day", async () => {
  const { app, owner } = await friday();
  await using _ = app;
  await turn(app, owner.token, true);
  await morning(app, "2026-11-22T00:00");
  await morning(app, "2026-11-22T10:00");
  assert.deepEqual(await lettersOf(app, owner.email), []);
  await submit(app, owner.ownerId);
  await turn(app, owner.token, false);
  app.clock.set(at("2026-11-23T10:00"));
  await turn(app, owner.token, true);
  await morning(app, "2026-11-23T10:01");
  assert.deepEqual(await lettersOf(app, owner.email), [], "yesterday's letter was off at 10:00");
  await submit(app, owner.ownerId);
  await morning(app, "2026-11-24T10:00");
  assert.equal((await lettersOf(app, owner.email)).length, 1);
});

Deno.test("a letter that cannot be written keeps no other back by SMTP, is logged, and is tried again at the next look", async () => {
  await using smtp = await smtpServer();
  await using log = await collectLog("info");
  const failing = new Set(["1 istek geldi", "2 istek geldi"]);
  await using app = await testApp({ RATE_LIMITS: "off", SMTP_URL: smtp.url }, {
    clock: createClock(FRIDAY_EVENING),
    replace: ({ cipher }) => ({
      cipher: {
        ...cipher,
        encrypt(text, context) {
          if ([...failing].some((words) => text.includes(words))) throw new Error("broken");
          return cipher.encrypt(text, context);
        },
      },
    }),
  });
  const owners = await Promise.all([1, 2, 3].map(() => createOwner(app.deps)));
  owners.sort((a, b) => a.ownerId < b.ownerId ? -1 : 1);
  for (const [i, { ownerId, token }] of owners.entries()) {
    for (let n = 0; n <= i; n++) await submit(app, ownerId);
    await turn(app, token, true);
  }
  const received = () => smtp.received.map(({ recipients }) => recipients[0]);
  const logged = () =>
    log.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === "ERROR")
      .map(({ message, properties }) => [message, properties.ownerId]);
  const cannot = "Cannot write the letter of the morning of";
  await morning(app, "2026-11-21T10:00");
  assert.deepEqual(received(), [owners[2]!.email]);
  assert.deepEqual(
    logged(),
    owners.slice(0, 2).map(({ ownerId }) => [
      `${cannot} ${ownerId}, will try again: Error: broken`,
      ownerId,
    ]),
  );
  failing.delete("2 istek geldi");
  await morning(app, "2026-11-21T10:00:10");
  assert.deepEqual(received(), [owners[2]!.email, owners[1]!.email]);
  failing.clear();
  for (let i = 0; i < 2; i++) await morning(app, "2026-11-21T10:00:20");
  assert.deepEqual(received(), owners.map(({ email }) => email).toReversed());
  assert.equal(logged().length, 3);
});

Deno.test("three instances at once write one letter for each day", async () => {
  await using smtp = await smtpServer();
  await using world = await instances(3, { SMTP_URL: smtp.url, RATE_LIMITS: "off" });
  const { all, clock } = world;
  clock.set(FRIDAY_EVENING);
  const { ownerId } = await createOwner(all[0].deps);
  await changeMorningLetter(all[1].deps, ownerId, { on: true });
  for (const day of [21, 22]) {
    await submit(all[2]!, ownerId);
    clock.set(at(`2026-11-${day}T10:00`));
    for (let i = 0; i < 2; i++) await Promise.all(all.map(({ deps }) => writeMorningLetters(deps)));
    await Promise.all(all.map(({ deps: { outbox } }) => (outbox.nudge(), outbox.idle())));
  }
  assert.equal(smtp.received.length, 2);
});

/** RFC 2047's encoded words. */
function decodeSubject(text: string): string {
  return text.replace(/\?=\s+=\?/g, "?==?").replace(
    /=\?UTF-8\?(B|Q)\?([^?]*)\?=/gi,
    (_, how: string, coded: string) => {
      const bytes = how.toUpperCase() === "B"
        ? Uint8Array.from(atob(coded), (c) => c.charCodeAt(0))
        : Uint8Array.from(
          coded.replaceAll("_", " ").replace(
            /=([0-9A-F]{2})/gi,
            (_, hex) => String.fromCharCode(parseInt(hex, 16)),
          ),
          (c) => c.charCodeAt(0),
        );
      return new TextDecoder().decode(bytes);
    },
  );
}
