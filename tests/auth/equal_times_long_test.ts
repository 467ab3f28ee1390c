// Answers that tell no one which addresses have an account take as long for each: measured by the clock, so in the long form alone.
import { accounts } from "../../db/schema/accounts.ts";
import { createPasswords } from "../../server/auth/passwords.ts";
import { login, PASSWORD } from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { createPerson, invite, teamOf } from "../support/people/team.ts";
import { testApp } from "../support/start/test_app.ts";
import { assertAsLong } from "../support/time/as_long.ts";

Deno.test("POST /api/auth/login takes as long for an unknown e-mail as for a wrong password", async () => {
  const passwords = createPasswords({ memoryCost: 8 * 1024, timeCost: 2 });
  await using app = await testApp({ RATE_LIMITS: "off" }, { replace: () => ({ passwords }) });
  const { email } = await createOwner(app.deps);
  const passwordHash = await passwords.hash(PASSWORD);
  await app.deps.db.write((d) => [d.update(accounts).set({ passwordHash })]);
  const fail = (who: string) => () => login(app, who, "yanlış şifre");
  // Without a hash for the unknown e-mail, one takes more than 20 times as long as the other.
  await assertAsLong(fail(email), fail("yok@ornek.test"));
});

Deno.test("POST /api/auth/forgot-password takes as long for an unknown e-mail as for a known one", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { email } = await createOwner(app.deps);
  const forget = (email: string) => () =>
    app.call("POST", "/api/auth/forgot-password", { body: { email } });
  // The letter is sent after the answer, and must not slow the next call down.
  await assertAsLong(forget(email), forget("yok@ornek.test"), { settled: app.idle });
});

Deno.test("POST /api/team takes as long for an address with an account as for one without", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await createOwner(app.deps);
  const known = await Promise.all(Array.from({ length: 40 }, () => createPerson(app.deps)));
  let next = 0;
  const to = (email: string) => async () => {
    const answer = await invite(app, owner.token, { email, name: "Deniz" });
    await answer.body?.cancel();
    const [listed] = await teamOf(app, owner.token);
    await app.call("DELETE", `/api/team/${listed!.accountId}`, { token: owner.token });
  };
  await assertAsLong(
    () => to(known[next++ % known.length]!.email)(),
    () => to(`bilinmeyen${next++}@ornek.test`)(),
  );
});
