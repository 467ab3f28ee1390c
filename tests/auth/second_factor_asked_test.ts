// Where a second factor is on, another IBAN and the account's end take a code (docs/accounts.md#second-factor).
import { strict as assert } from "node:assert";
import { createOwnerWithPassword, PASSWORD } from "../support/people/accounts.ts";
import { playedSong } from "../support/people/plays.ts";
import { ownerWithSecondFactor } from "../support/people/second_factor.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const IBAN = "TR330006100519786457841326";
const PROFILE = { name: "Nar Ağacı", iban: IBAN, accountHolderName: "Ayşe Öztürk" };

Deno.test("another IBAN takes a code, which works once; the name and the same IBAN take none", async () => {
  await using app = await testApp();
  const { token, nextCode } = await ownerWithSecondFactor(app);
  const asked = await save(app, token, PROFILE);
  assert.equal(asked.status, 403);
  assert.equal(asked.headers.get("second-factor"), "required");
  assert.equal(await ibanOf(app, token), "");
  assert.equal((await save(app, token, { ...PROFILE, code: "000000" })).status, 400);
  const code = nextCode();
  assert.equal((await save(app, token, { ...PROFILE, code })).status, 200);
  assert.equal(await ibanOf(app, token), IBAN);
  const renamed = { ...PROFILE, name: "Yeni Ad", iban: "TR33 0006 1005 1978 6457 8413 26" };
  assert.equal((await save(app, token, renamed)).status, 200);
  assert.equal((await save(app, token, { ...PROFILE, iban: "", code })).status, 400);
  assert.equal(await ibanOf(app, token), IBAN);
});

Deno.test("a recovery code changes the IBAN too, and five wrong codes block it as they block the login", async () => {
  await using app = await testApp();
  const { token, recoveryCodes, nextCode } = await ownerWithSecondFactor(app);
  assert.equal((await save(app, token, { ...PROFILE, code: recoveryCodes[0]! })).status, 200);
  const other = { ...PROFILE, iban: "" };
  const right = nextCode();
  for (let i = 0; i < 5; i++) {
    const code = String((Number(right) + 1_003 * (i + 1)) % 1_000_000).padStart(6, "0");
    assert.equal((await save(app, token, { ...other, code })).status, 400);
  }
  assert.equal((await save(app, token, { ...other, code: right })).status, 429);
});

Deno.test("without a second factor no code is asked for, and one that is sent is ignored", async () => {
  await using app = await testApp();
  const { token } = await createOwnerWithPassword(app);
  assert.equal((await save(app, token, { ...PROFILE, code: "123456" })).status, 200);
  assert.equal((await erase(app, token)).status, 204);
});

Deno.test("deleting the account takes the password and a code", async () => {
  await using app = await testApp();
  const { token, nextCode } = await ownerWithSecondFactor(app);
  assert.equal((await erase(app, token, { password: "yanlış", code: nextCode() })).status, 403);
  const asked = await erase(app, token);
  assert.deepEqual([asked.status, asked.headers.get("second-factor")], [403, "required"]);
  assert.equal((await erase(app, token, { code: "000000" })).status, 400);
  assert.equal((await erase(app, token, { code: nextCode() })).status, 204);
});

Deno.test("money that is owed is told before the code is used up, which then gives it up", async () => {
  await using app = await testApp();
  const { ownerId, token, nextCode } = await ownerWithSecondFactor(app);
  await playedSong(app.deps, ownerId, 5000, app.clock.now());
  const code = nextCode();
  assert.equal((await erase(app, token, { code })).status, 409);
  assert.equal((await erase(app, token, { code, waiveBalance: true })).status, 204);
});

function save(app: TestApp, token: string, body: unknown): Promise<Response> {
  return app.call("POST", "/api/cafes", { token, body });
}

function erase(app: TestApp, token: string, more: object = {}): Promise<Response> {
  const body = { password: PASSWORD, ...more };
  return app.call("POST", "/api/account/delete", { token, body });
}

async function ibanOf(app: TestApp, token: string): Promise<string> {
  return (await (await app.call("GET", "/api/cafes/me", { token })).json()).iban;
}
