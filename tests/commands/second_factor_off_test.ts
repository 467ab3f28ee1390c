import { strict as assert } from "node:assert";
import { createOwnerWithPassword } from "../support/people/accounts.ts";
import { lettersOf } from "../support/people/letters.ts";
import { logInWith, ownerWithSecondFactor, stateOf } from "../support/people/second_factor.ts";
import { runCommand } from "../support/start/surroundings.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const turnOffFor = ({ deps }: TestApp, ...args: string[]) =>
  runCommand(["second-factor:off", ...args], { DATA_DIR: deps.config.dataDir });

Deno.test("second-factor:off turns it off while the product serves, tells the account, and leaves others alone", async () => {
  await using app = await testApp();
  const { email, token } = await ownerWithSecondFactor(app);
  const other = await ownerWithSecondFactor(app);
  const { code, printed } = await turnOffFor(app, ` ${email.toUpperCase()}`);
  assert.deepEqual([code, printed], [0, `The second factor of ${email} is off.`]);
  assert.equal((await logInWith(app, email)).status, 200);
  assert.deepEqual(await stateOf(app, token), { on: false, recoveryCodesLeft: 0 });
  assert.match((await lettersOf(app, email)).at(-1)!, /Konu: İki adımlı giriş kapatıldı/);
  assert.equal((await logInWith(app, other.email)).status, 401);
});

Deno.test("second-factor:off says so if no account is named, there is none, or it is off already", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  for (
    const [args, why] of [
      [[], "Name the account: second-factor:off EMAIL"],
      [["ayse"], "Name the account: second-factor:off EMAIL"],
      [["yok@ornek.test"], "There is no account with the e-mail yok@ornek.test"],
      [[email], `${email} has no second factor`],
    ] as const
  ) {
    const { code, noted } = await turnOffFor(app, ...args);
    assert.deepEqual([code, noted.trim()], [1, why]);
  }
});
