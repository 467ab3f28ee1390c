import { strict as assert } from "node:assert";
import { collectLog } from "../support/start/collected_log.ts";
import { sendingError } from "../../server/mail/post.ts";
import { partsOf, smtpServer } from "../support/net/smtp_server.ts";
import { register, REGISTRATION, verify } from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { freePort } from "../support/start/free_port.ts";
import { testUnlessOld } from "../support/start/old_runtime.ts";
import { testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

const { email } = REGISTRATION;

Deno.test("a registration's letter arrives by SMTP in text and HTML, with a code that verifies", async () => {
  await using smtp = await smtpServer();
  await using app = await testApp({ SMTP_URL: smtp.url, MAIL_FROM: "Sıradaki <kafe@ornek.test>" });
  await app.call("POST", "/api/auth/register", { body: REGISTRATION });
  await app.idle();
  assert.equal(smtp.received.length, 1);
  const [mail] = smtp.received;
  assert.deepEqual(mail!.recipients, [email]);
  const { text, html, headers } = partsOf(mail!);
  assert.match(headers, /From: =\?UTF-8\?Q\?S=C4=B1radaki\?= <kafe@ornek\.test>/);
  assert.match(text, /doğrulama kodunuz/);
  assert.match(html, /<html lang="tr">/);
  assert.match(html, /doğrulama kodunuz/);
  const code = text.match(/\d{6}/)![0];
  assert.ok(html.includes(code));
  assert.equal((await verify(app, email, code)).status, 200);
});

Deno.test("a refused letter is sent again after 5, 10 and 20 s, and arrives once", async () => {
  await using smtp = await smtpServer();
  smtp.refusal = "mailbox busy";
  await using app = await testApp({ SMTP_URL: smtp.url });
  await app.call("POST", "/api/auth/register", { body: REGISTRATION });
  for (const delayMs of [5000, 10_000, 20_000]) {
    await app.idle();
    app.clock.pass(delayMs - 1);
    app.deps.outbox.nudge();
    await app.idle();
    app.clock.pass(1);
    if (delayMs === 20_000) smtp.refusal = undefined;
    app.deps.outbox.nudge();
  }
  await app.idle();
  app.clock.pass(60_000);
  app.deps.outbox.nudge();
  await app.idle();
  assert.equal(smtp.received.length, 1);
  const [row] = await app.deps.db.all<Record<string, unknown>>(sql("select * from letters"));
  assert.equal(row!.attempts, 4);
  assert.equal(row!.secret, null, "the secret is wiped once sent");
  assert.ok(row!.sent_at);
});

Deno.test("a letter's text, HTML and source have one number of six digits if it carries a code, or else none", async () => {
  await using smtp = await smtpServer();
  await using app = await testApp({ SMTP_URL: smtp.url });
  const owner = await createOwner(app.deps);
  const { status } = await register(app, { email: owner.email }); // address_in_use
  assert.equal(status, 409);
  await app.call("POST", "/api/auth/forgot-password", { body: { email: owner.email } });
  await app.idle();
  const link = smtp.received.flatMap((mail) =>
    partsOf(mail).text.match(/reset-password\/([\w-]+)/)?.[1] ?? []
  )[0]!;
  await app.call("PUT", `/api/auth/reset-password/${link}`, {
    body: { password: "yepyeni parola" },
  });
  await app.call("POST", "/api/auth/register", { body: REGISTRATION });
  await app.idle();
  assert.equal(smtp.received.length, 4);
  for (const mail of smtp.received) {
    const runs = (text: string) => text.match(/\d{6,}/g) ?? [];
    const { text, html } = partsOf(mail);
    const most = mail.recipients[0] === email ? 1 : 0;
    assert.equal(runs(text).length, most);
    assert.equal(runs(html).length, most);
    // The recipient of the owner's letters is an id, which may contain digits.
    const source = mail.source.replaceAll(owner.email, "").replaceAll(/^Content-Length.*$/gm, "");
    assert.ok(new Set(runs(source)).size <= most, source);
  }
});

// Letters go to a mail server through TLS alone (docs/running.md#mail-server).
/** The test's server by an address that does not say that it is this machine. */
const elsewhere = (url: string) => url.replace("127.0.0.1", "0.0.0.0");

async function sendOne(smtpUrl: string): Promise<string> {
  await using log = await collectLog("debug");
  await using app = await testApp({ SMTP_URL: smtpUrl });
  await app.call("POST", "/api/auth/register", { body: REGISTRATION });
  await app.idle();
  return log.lines.join("");
}

Deno.test("smtp:// to another machine sends no letter without STARTTLS, and the log says what to do", async () => {
  await using smtp = await smtpServer();
  const log = await sendOne(elsewhere(smtp.url));
  assert.equal(smtp.received.length, 0);
  assert.match(log, /Cannot send a letter verification_code, attempt 1/);
  assert.match(log, /offers no TLS.*smtps:\/\/.*requireTLS=false/);
});

testUnlessOld(
  "smtp:// to another machine sends a letter through STARTTLS",
  "serve STARTTLS, as the mail server of this test does",
  async () => {
    await using smtp = await smtpServer(undefined, { startTls: true });
    await sendOne(`${elsewhere(smtp.url)}?tls.rejectUnauthorized=false`);
    assert.deepEqual(smtp.received.map(({ secure }) => secure), [true]);
  },
);

testUnlessOld(
  "smtp:// to another machine sends no letter to a server with a self-signed certificate",
  "serve STARTTLS, as the mail server of this test does",
  async () => {
    await using smtp = await smtpServer(undefined, { startTls: true });
    assert.match(await sendOne(elsewhere(smtp.url)), /self-signed certificate/);
    assert.equal(smtp.received.length, 0);
  },
);

Deno.test("smtp:// with ?requireTLS=false sends a letter in plain text to a relay without STARTTLS", async () => {
  await using smtp = await smtpServer();
  await sendOne(`${elsewhere(smtp.url)}?requireTLS=false`);
  assert.deepEqual(smtp.received.map(({ secure }) => secure), [false]);
});

for (const other of ["?ignoreTLS=true", "?opportunisticTLS=true"]) {
  Deno.test(`smtp:// with ${other} does not switch TLS off`, async () => {
    await using smtp = await smtpServer();
    await sendOne(`${elsewhere(smtp.url)}${other}`);
    assert.equal(smtp.received.length, 0);
  });
}

for (const host of ["127.0.0.1", "localhost"]) {
  Deno.test(`smtp:// to ${host} needs no TLS`, async () => {
    await using smtp = await smtpServer();
    await sendOne(smtp.url.replace("127.0.0.1", host));
    assert.equal(smtp.received.length, 1);
  });
}

Deno.test("the log says that a mail server cannot be reached, and where to look", async () => {
  const log = await sendOne(`smtp://localhost:${freePort()}`);
  assert.match(log, /Cannot send a letter verification_code, attempt 1.*ECONNREFUSED/);
});

Deno.test("an error of TLS without a reason says what it most often is", () => {
  const error = Object.assign(new Error("write UNKNOWN"), { originalCode: "UNKNOWN" });
  assert.match(sendingError(error).message, /certificate is not valid for the host in SMTP_URL/);
});
