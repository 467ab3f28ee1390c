// Which questions for consent the demo account refuses, and to which addresses it returns.
import { strict as assert } from "node:assert";
import { CALLBACK, createDemoListener } from "../../support/music/demo_listener.ts";

for (
  const [what, query, error] of [
    ["no PKCE challenge", { code_challenge: "" }, "invalid_request"],
    ["a challenge of the wrong length", { code_challenge: "abc" }, "invalid_request"],
    ["a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
    ["a challenge without its method", { code_challenge_method: "" }, "invalid_request"],
    ["the implicit flow", { response_type: "token" }, "unsupported_response_type"],
    ["a scope that does not exist", { scope: "user-read-mind" }, "invalid_scope"],
  ] as const
) {
  Deno.test(`GET /authorize sends ${what} back with ${error} and the state`, async () => {
    const demo = createDemoListener();
    const { url } = await demo.authorizeUrl(query);
    const response = await demo.fetch(url);
    assert.equal(response.status, 302);
    const back = new URL(response.headers.get("location")!);
    assert.equal(back.origin + back.pathname, CALLBACK);
    assert.equal(back.searchParams.get("error"), error);
    assert.equal(back.searchParams.get("state"), "a-state");
  });
}

for (
  const [what, query] of [
    ["an unknown client", { client_id: "stranger" }],
    ["no redirect URI", { redirect_uri: "" }],
    ["localhost", { redirect_uri: "http://localhost:8000/api/spotify/callback" }],
    ["http on another host", { redirect_uri: "http://cafe.test/api/spotify/callback" }],
    ["a script", { redirect_uri: "javascript:alert(1)" }],
  ] as const
) {
  Deno.test(`GET /authorize answers ${what} with a page and 400, and does not redirect`, async () => {
    const demo = createDemoListener();
    const { url } = await demo.authorizeUrl(query);
    const response = await demo.fetch(url);
    assert.equal(response.status, 400);
    assert.equal(response.headers.get("location"), null);
    assert.match(await response.text(), /Bağlantı kurulamadı/);
  });
}

for (const redirect_uri of ["https://cafe.test/callback", "http://[::1]:8000/callback", CALLBACK]) {
  Deno.test(`GET /authorize takes ${redirect_uri} as the real service does`, async () => {
    const demo = createDemoListener();
    const { url } = await demo.authorizeUrl({ redirect_uri });
    assert.equal((await demo.fetch(url)).status, 200);
  });
}

Deno.test("GET /authorize accepts only registered redirect URIs, compared exactly, if there are any", async () => {
  const demo = createDemoListener({ redirectUris: [CALLBACK] });
  for (const [redirect_uri, status] of [[CALLBACK, 200], [`${CALLBACK}/`, 400]] as const) {
    const { url } = await demo.authorizeUrl({ redirect_uri });
    assert.equal((await demo.fetch(url)).status, status);
  }
});
