import { strict as assert } from "node:assert";
import {
  login,
  PASSWORD,
  register,
  REGISTRATION,
  verify,
  wrongCode,
} from "../support/people/accounts.ts";
import { lettersOf, resetTokenFor } from "../support/people/letters.ts";
import { instances } from "../support/start/instances.ts";

const { email } = REGISTRATION;
const NEW_PASSWORD = "yepyeni bir parola";

Deno.test("registering, logging in, resetting and deleting on two instances behave as on one", async () => {
  await using world = await instances(2);
  const [a, b] = world.all;

  // Registered at A, verified at both: one of 20 uses succeeds.
  const { code } = await register(a);
  for (let i = 1; i <= 4; i++) {
    assert.equal((await verify(i % 2 ? a : b, email, wrongCode(code, i))).status, 400);
  }
  const uses = await Promise.all(
    Array.from({ length: 20 }, (_, i) => verify(i % 2 ? a : b, email, code)),
  );
  assert.deepEqual(uses.map((use) => use.status).sort(), [200, ...Array(19).fill(400)]);
  assert.equal((await register(b)).status, 409);
  await b.idle();

  // Logged in at A, valid at B, logged out at B, invalid at A.
  const { token } = await (await login(a, email, PASSWORD)).json();
  const { token: other } = await (await login(b, email, PASSWORD)).json();
  assert.equal((await b.call("GET", "/api/cafes/me", { token })).status, 200);
  assert.equal((await b.call("POST", "/api/auth/logout", { token })).status, 204);
  assert.equal((await a.call("GET", "/api/cafes/me", { token })).status, 401);
  assert.equal((await a.call("GET", "/api/cafes/me", { token: other })).status, 200);

  // A link from A works once, on either instance, and ends the sessions on both.
  await a.call("POST", "/api/auth/forgot-password", { body: { email } });
  const link = await resetTokenFor(a, email);
  const resets = await Promise.all(
    [a, b, a, b].map((app) =>
      app.call("PUT", `/api/auth/reset-password/${link}`, { body: { password: NEW_PASSWORD } })
    ),
  );
  assert.deepEqual(resets.map((reset) => reset.status).sort(), [200, 400, 400, 400]);
  assert.equal((await b.call("GET", "/api/cafes/me", { token: other })).status, 401);
  assert.equal((await login(b, email, PASSWORD)).status, 401);
  const { token: fresh } = await (await login(b, email, NEW_PASSWORD)).json();

  // Each letter was sent once.
  const letters = [...await lettersOf(a, email), ...await lettersOf(b, email)];
  assert.equal(letters.length, 4, "code, address in use, link, changed");

  const erased = await Promise.all(
    [a, b].map((app) =>
      app.call("POST", "/api/account/delete", { token: fresh, body: { password: NEW_PASSWORD } })
    ),
  );
  assert.deepEqual(erased.map((answer) => answer.status).sort(), [204, 401]);
});

Deno.test("registering at once on two instances leads to one verified account", async () => {
  await using world = await instances(2);
  const [a, b] = world.all;
  const answers = await Promise.all(
    [a, b, a, b].map((app) => app.call("POST", "/api/auth/register", { body: REGISTRATION })),
  );
  assert.deepEqual(answers.map((answer) => answer.status), [201, 201, 201, 201]);
  const codes = [...await lettersOf(a, email), ...await lettersOf(b, email)]
    .map((letter) => letter.match(/\b\d{6}\b/)![0]);
  assert.equal(codes.length, 4);
  const verified = await Promise.all(codes.map((code, i) => verify(i % 2 ? a : b, email, code)));
  assert.equal(verified.filter((answer) => answer.status === 200).length, 1);
});
