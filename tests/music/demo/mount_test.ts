import { strict as assert } from "node:assert";
import { demoFetch } from "../../../server/music/spotify/calls.ts";
import { SONGS } from "../../../server/music/demo/catalogue.ts";
import { testApp } from "../../support/start/test_app.ts";

const CREDENTIALS = { SPOTIFY_CLIENT_ID: "id", SPOTIFY_CLIENT_SECRET: "secret" };
const COVER = `/demo/covers/${SONGS[0]!.id}.svg`;

Deno.test("the demo account is mounted at /demo only if no credentials are configured", async () => {
  await using demo = await testApp();
  assert.equal((await demo.fetch(COVER)).status, 200);
  await using real = await testApp(CREDENTIALS);
  for (const path of [COVER, "/demo/authorize", "/demo/v1/me"]) {
    assert.equal((await real.fetch(path)).status, 404, path);
  }
});

Deno.test("the mounted account answers at the addresses that the configuration names", async () => {
  await using app = await testApp();
  const { accountsUrl, apiUrl, clientId, clientSecret } = app.deps.config.spotify;
  const fetch = demoFetch(app.deps.demoAccount!, accountsUrl);
  const answer = await fetch(`${accountsUrl}/api/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  const { access_token } = await answer.json();
  const headers = { authorization: `Bearer ${access_token}` };
  const found = await fetch(`${apiUrl}/search?q=firuze&type=track&limit=1`, { headers });
  const { tracks } = await found.json();
  assert.equal(tracks.items[0].album.images[0].url, COVER, "relative: guests come by another host");
  const overHttp = await app.fetch("/demo/v1/search?q=firuze&type=track&limit=1", { headers });
  assert.deepEqual(await overHttp.json(), { tracks });
});

Deno.test("the mounted account's pages have the product's security headers", async () => {
  await using app = await testApp();
  const { headers } = await app.fetch("/demo/authorize");
  assert.match(headers.get("content-security-policy") ?? "", /script-src 'self'/);
  assert.equal(headers.get("x-content-type-options"), "nosniff");
});

Deno.test("demoFetch rejects other addresses, and rejects when its signal aborts", async () => {
  await using app = await testApp();
  const fetch = demoFetch(app.deps.demoAccount!, "http://127.0.0.1:8000/demo");
  for (
    const url of [
      "https://api.spotify.com/v1/me",
      "http://127.0.0.1:8000/api/cafes/me",
      "http://127.0.0.1:8000/demolition",
    ]
  ) {
    await assert.rejects(fetch(url), TypeError);
  }
  await assert.rejects(
    fetch("http://127.0.0.1:8000/demo/v1/me", { signal: AbortSignal.abort() }),
    { name: "AbortError" },
  );
});
