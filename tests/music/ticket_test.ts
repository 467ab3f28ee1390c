// What the login link carries: a ticket or a login token (docs/music.md#tickets).
import { strict as assert } from "node:assert";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { comeBack, depart, isConnected, login, ticketFor } from "../support/people/connection.ts";
import { testApp } from "../support/start/test_app.ts";

const MUSIC = "http://127.0.0.1:8000/panel/music?spotify=";

Deno.test("connecting with the login token connects too", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  assert.equal(await comeBack(app, await depart(app, token)), `${MUSIC}connected`);
  assert.equal(await isConnected(app, token), true);
});

Deno.test("a ticket connects once, even if it is used twice at once, and ends after a minute", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const ticket = await ticketFor(app, token);
  const both = await Promise.all([login(app, ticket), login(app, ticket)]);
  const locations = both.map((r) => new URL(r.headers.get("location") ?? "").pathname).sort();
  assert.deepEqual(locations, ["/demo/authorize", "/panel/music"]);

  const late = await ticketFor(app, token);
  app.clock.pass(60_000);
  assert.equal((await login(app, late)).headers.get("location"), `${MUSIC}expired`);
});

Deno.test("connecting with a bad, missing or admin's login token leads to the login page", async () => {
  await using app = await testApp();
  const admin = await createAdmin(app.deps);
  for (const token of ["", "a.b.c", admin.token]) {
    const { headers } = await login(app, token);
    assert.equal(
      headers.get("location"),
      "http://127.0.0.1:8000/panel/login?spotify=login_required",
    );
    assert.equal(headers.get("set-cookie")?.includes(token || "none"), false);
  }
});
