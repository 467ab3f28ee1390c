import { strict as assert } from "node:assert";
import { createPanelServices } from "../../../client/panel/services.ts";
import { refusal, refused } from "../../support/dom/network.ts";
import { openPanel } from "../../support/dom/panel_page.tsx";
import { createOwner } from "../../support/people/factories.ts";
import { testApp } from "../../support/start/test_app.ts";

/** A token of the form that the panel reads, which the server does not know. */
const OLD_TOKEN = `e30.${btoa(JSON.stringify({ user: { id: "1", role: "owner" } }))}.x`;

Deno.test("calls carry the login token, until the user has logged out", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  await using panel = await openPanel({ server: app, token });
  const { api } = panel.services;
  assert.equal((await api("GET /api/cafes/me")).ownerId, ownerId);
  await api("POST /api/auth/logout");
  await assert.rejects(api("GET /api/cafes/me"), { status: 401 });
});

for (const code of ["unauthenticated", "membership_ended"] as const) {
  Deno.test(`a token that the server refuses with ${code} is forgotten, and the session ends once`, async () => {
    await using panel = await openPanel({ token: OLD_TOKEN });
    panel.network.answer("GET", "/api/", refusal(code));
    const { api, session } = panel.services;
    await Promise.allSettled([api("GET /api/cafes/me"), api("GET /api/requests")]);
    assert.equal(session.readToken(), null);
    assert.equal(panel.endedSessions(), 1);
  });
}

Deno.test("a call made after the user has logged out does not end a session once more", async () => {
  await using panel = await openPanel({ token: OLD_TOKEN });
  panel.network.answer("GET", "/api/", refusal("unauthenticated", "Oturum geçersiz."));
  const { api, session } = panel.services;
  session.forgetToken();
  await assert.rejects(api("GET /api/cafes/me"), { status: 401 });
  assert.equal(panel.endedSessions(), 0);
});

Deno.test("a refused token does not end the session that another tab has begun meanwhile", async () => {
  await using panel = await openPanel({ token: OLD_TOKEN });
  const waiting = panel.network.hold("GET", "/api/cafes/me");
  const ended = assert.rejects(panel.services.api("GET /api/cafes/me"), { status: 401 });
  createPanelServices(() => {}).session.storeToken("new");
  waiting[0]!.release(refused("unauthenticated", "Oturum geçersiz."));
  await ended;
  assert.equal(panel.services.session.readToken(), "new");
  assert.equal(panel.endedSessions(), 0);
});

for (
  const [what, answer] of [
    ["a refusal for another reason", refusal("forbidden")],
    ["a 401 that is not the server's own", () => new Response("Proxy", { status: 401 })],
  ] as const
) {
  Deno.test(`${what} does not end the session`, async () => {
    await using panel = await openPanel({ token: "admin's" });
    panel.network.answer("GET", "/api/", answer);
    await assert.rejects(panel.services.api("GET /api/cafes/me"), { name: "ApiError" });
    assert.equal(panel.services.session.readToken(), "admin's");
    assert.equal(panel.endedSessions(), 0);
  });
}
