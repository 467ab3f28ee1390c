// Letters go to a mail server through TLS alone (docs/running.md#mail-server).
import { strict as assert } from "node:assert";
import { reset } from "@logtape/logtape";
import { sendingError } from "../../server/mail/post.ts";
import { configureLogging } from "../../server/logging.ts";
import { REGISTRATION } from "../support/people/accounts.ts";
import { smtpServer } from "../support/net/smtp_server.ts";
import { freePort } from "../support/start/free_port.ts";
import { testUnlessOld } from "../support/start/old_runtime.ts";
import { testApp } from "../support/start/test_app.ts";

/** The test's server by an address that does not say that it is this machine. */
const elsewhere = (url: string) => url.replace("127.0.0.1", "0.0.0.0");

async function sendOne(smtpUrl: string): Promise<string> {
  const lines: string[] = [];
  await configureLogging("debug", (line) => void lines.push(line));
  try {
    await using app = await testApp({ SMTP_URL: smtpUrl });
    await app.call("POST", "/api/auth/register", { body: REGISTRATION });
    await app.idle();
    return lines.join("");
  } finally {
    await reset();
  }
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
