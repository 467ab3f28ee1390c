import { strict as assert } from "node:assert";
import { createSession } from "../../../client/lib/session.ts";
import { openWindow } from "../dom/window.ts";

Deno.test("a session reads the role in its token, and none if the token cannot be read", async () => {
  await using _ = openWindow();
  const session = createSession();
  session.storeToken(tokenOf("1", "admin"));
  assert.equal(session.enter(), "admin");
  session.storeToken(tokenOf("1", "owner"));
  assert.equal(session.enter(), "owner");
  for (const token of ["", "a.b.c", tokenOf("1", "boss"), "e30.e30.x"]) {
    session.storeToken(token);
    assert.equal(session.enter(), undefined, token);
  }
});

Deno.test("a page stays bound to its user when another tab logs in as another user", async () => {
  await using _ = openWindow();
  const session = createSession();
  session.storeToken(tokenOf("1", "owner"));
  assert.ok(session.isStillLoggedIn());
  createSession().storeToken(tokenOf("2", "owner"));
  session.enter();
  assert.equal(session.isStillLoggedIn(), false);
  createSession().storeToken(tokenOf("1", "owner"));
  assert.ok(session.isStillLoggedIn());
});

Deno.test("a page is told whether another tab has logged in as another user, or out", async () => {
  await using _ = openWindow();
  const session = createSession();
  const told: string[] = [];
  session.onLoginElsewhere(() => told.push("other"), () => told.push("logout"));
  const otherTab = createSession();
  otherTab.storeToken(tokenOf("2", "owner"));
  dispatchEvent(new Event("storage"));
  assert.deepEqual(told, [], "a page without a user has nothing to lose");
  session.storeToken(tokenOf("1", "owner"));
  dispatchEvent(new Event("storage"));
  assert.deepEqual(told, []);
  otherTab.storeToken(tokenOf("2", "owner"));
  dispatchEvent(new Event("storage"));
  otherTab.forgetToken();
  dispatchEvent(new Event("pageshow"));
  assert.deepEqual(told, ["other", "logout"]);
  session.forgetToken();
});

function tokenOf(id: string, role: string): string {
  return `e30.${btoa(JSON.stringify({ user: { id, role } })).replaceAll("=", "")}.x`;
}
