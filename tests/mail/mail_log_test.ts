import { strict as assert } from "node:assert";
import { collectLog } from "../support/start/collected_log.ts";
import { register, REGISTRATION } from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { lettersOf } from "../support/people/letters.ts";
import { testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

Deno.test("without SMTP the log has each letter's recipient, subject and file, and not its code or link", async () => {
  await using kept = await collectLog("debug");
  await using app = await testApp();
  const { email } = await createOwner(app.deps);
  const { code } = await register(app);
  await app.call("POST", "/api/auth/forgot-password", { body: { email } });
  const [letter] = await lettersOf(app, email);
  const link = letter!.match(/reset-password\/([\w-]+)/)![1]!;
  const log = kept.lines.join("");
  assert.match(
    log,
    new RegExp(`Letter to ${REGISTRATION.email}: Hesabınızı doğrulayın – Sıradaki`),
  );
  for await (const { name } of Deno.readDir(`${app.deps.config.dataDir}/outbox`)) {
    assert.ok(log.includes(name));
  }
  for (const secret of [code, link, REGISTRATION.password, "argon2id"]) {
    assert.ok(!log.includes(secret), secret);
  }
});

Deno.test("a letter that cannot be sent is logged without its code", async () => {
  await using kept = await collectLog("debug");
  await using app = await testApp({ SMTP_URL: "smtp://kafe:gizli-parola@127.0.0.1:1" });
  await app.call("POST", "/api/auth/register", { body: REGISTRATION });
  await app.idle();
  const [row] = await app.deps.db.all<{ id: string; secret: string }>(
    sql("select id, secret from letters"),
  );
  const code = await app.deps.cipher.decrypt(row!.secret, row!.id);
  const log = kept.lines.join("");
  assert.match(log, /Cannot send a letter verification_code, attempt 1, next in 5000 ms/);
  for (const secret of [code, "gizli-parola", REGISTRATION.password]) {
    assert.ok(!log.includes(secret), secret);
  }
});
