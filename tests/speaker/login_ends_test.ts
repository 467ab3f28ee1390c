// The lease of the page that plays ends with the login that took it (docs/speaker.md#leases).
import { strict as assert } from "node:assert";
import { type LibraryCafe, libraryCafe } from "../support/music/library_cafe.ts";
import { logInAgain, sessionOf } from "../support/people/logins.ts";

const ENDS: Record<string, (cafe: LibraryCafe, token: string) => Promise<Response>> = {
  "a logout": ({ app }, token) => app.call("POST", "/api/auth/logout", { token }),
  "its end from another login": async ({ app, owner }, token) =>
    await app.call("DELETE", `/api/auth/sessions/${await sessionOf(app, token)}`, {
      token: owner.token,
    }),
  "the end of all other logins": ({ app, owner }) =>
    app.call("DELETE", "/api/auth/sessions", { token: owner.token }),
};

for (const [what, end] of Object.entries(ENDS)) {
  Deno.test(`after ${what} the lease reads no orders and no audio, reports nothing, and is free for another tab`, async () => {
    await using cafe = await libraryCafe();
    const { app, owner } = cafe;
    const token = await logInAgain(app, owner.ownerId);
    const body = { tab: "bar" };
    const { lease } = await app.ok("POST", "/api/player/claim", { token, body });
    assert.equal((await app.call("GET", `/api/player/current?lease=${lease}`)).status, 200);
    assert.equal((await cafe.claim("kitchen")).status, 409);
    assert.ok((await end(cafe, token)).ok);
    assert.equal((await app.call("GET", `/api/player/current?lease=${lease}`)).status, 409);
    const report = { lease, playId: "none", event: "progress", positionMs: 0 };
    assert.equal((await app.call("POST", "/api/player/report", { body: report })).status, 409);
    const headers = { cookie: `player=${lease}` };
    assert.equal((await app.fetch("/api/library/audio/1.mp3", { headers })).status, 401);
    assert.equal((await cafe.playback()).state, "no_device");
    assert.equal((await cafe.claim("kitchen")).status, 200);
  });
}
