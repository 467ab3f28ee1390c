// SMTP behind a line that delays, cuts and half-opens connections.
import { strict as assert } from "node:assert";
import { smtpServer } from "../../support/net/smtp_server.ts";
import { LINE_FAULTS, tcpProxy } from "./tcp_proxy.ts";
import { createOwner } from "../../support/people/factories.ts";
import { replayable, SEED, seeded } from "../../support/random.ts";
import { testApp } from "../../support/start/test_app.ts";
import { LONG, rounds } from "../../support/time/effort.ts";
import { passed, until } from "../../support/time/until.ts";
import { report } from "../report.ts";

const ROUNDS = rounds(1, 3);
const LETTERS = 3;
/** Longer than the pause after any of the first failures (docs/accounts.md#letters). */
const NEXT_TRY_MS = 15 * 60_000;

Deno.test("a line to the mail server that delays, cuts or half-opens: every letter that was promised arrives, without a restart", () =>
  replayable("faults", breakMailLine));

async function breakMailLine(): Promise<void> {
  const random = seeded(SEED);
  await using smtp = await smtpServer();
  await using proxy = await tcpProxy(Number(new URL(smtp.url).port), random);
  await using app = await testApp({ SMTP_URL: `smtp://127.0.0.1:${proxy.port}` });
  const promised: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const fault of LINE_FAULTS) {
      const before = proxy.met;
      proxy.fail(fault);
      const asked = Array.from({ length: LETTERS }, async () => {
        const { email } = await createOwner(app.deps);
        const answer = await app.call("POST", "/api/auth/forgot-password", { body: { email } });
        assert.equal(answer.status, 200, await answer.text());
        promised.push(email);
      });
      await Promise.all(asked);
      await until(() => proxy.met > before);
      await passed(random.upTo(LONG ? 2_000 : 100));
      proxy.heal();
      // The long form waits until the product gives a silent connection up by itself.
      if (!LONG) proxy.hangUp();
      await app.idle();
      // A letter that went out before its answer was cut off comes twice, with the same Message-ID.
      await until(async () => {
        app.clock.pass(NEXT_TRY_MS);
        app.deps.outbox.nudge();
        await app.idle();
        const arrived = new Set(smtp.received.flatMap(({ recipients }) => recipients));
        return promised.every((email) => arrived.has(email));
      });
    }
  }
  const again = smtp.received.length - promised.length;
  await report({
    part: "faults",
    what: `${proxy.met} faults of the mail's line`,
    value: `${promised.length} letters, ${again} of them twice`,
    goal: "all arrive",
  });
}
