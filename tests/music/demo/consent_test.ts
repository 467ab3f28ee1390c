// The demo account's page for consent: its answers, its questions and its listener.
import { strict as assert } from "node:assert";
import { answerConsent } from "../../support/people/consent.ts";
import { BASE, CALLBACK, createDemoListener } from "../../support/music/demo_listener.ts";

Deno.test("GET /authorize asks in Turkish, says that it is a demo, and holds no inline script or style", async () => {
  const look = { stylesheet: "/assets/look.css", fonts: ["/assets/face.woff2"] };
  const demo = createDemoListener({ look: () => look });
  const { url } = await demo.authorizeUrl();
  const response = await demo.fetch(url);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "no-store");
  const page = await response.text();
  for (
    const text of ["İzin ver", "Vazgeç", "Demo müzik hesabı", "gerçek bir müzik servisi değil"]
  ) {
    assert.ok(page.includes(text), text);
  }
  assert.doesNotMatch(page, /<script|<style|style=|\son\w+=/i);
  assert.match(page, /<link rel="stylesheet" href="\/assets\/look\.css">/);
  assert.match(page, /<link rel="preload" href="\/assets\/face\.woff2" as="font"/);
});

Deno.test("'İzin ver' returns to the application with a code and its state", async () => {
  const demo = createDemoListener();
  const { url } = await demo.authorizeUrl({ state: "a state & more" });
  const { location } = await answerConsent(url, { fetch: demo.fetch });
  const back = new URL(location);
  assert.equal(back.origin + back.pathname, CALLBACK);
  assert.deepEqual([...back.searchParams.keys()].sort(), ["code", "state"]);
  assert.equal(back.searchParams.get("state"), "a state & more");
});

Deno.test("'İzin ver' returns with the code alone if the application has sent no state", async () => {
  const demo = createDemoListener();
  const { url } = await demo.authorizeUrl({ state: "" });
  const { location } = await answerConsent(url, { fetch: demo.fetch });
  assert.deepEqual([...new URL(location).searchParams.keys()], ["code"]);
});

Deno.test("'Vazgeç' returns with access_denied and without a code", async () => {
  const demo = createDemoListener();
  const { url } = await demo.authorizeUrl();
  const { location } = await answerConsent(url, { fetch: demo.fetch, decision: "deny" });
  assert.deepEqual(Object.fromEntries(new URL(location).searchParams), {
    error: "access_denied",
    state: "a-state",
  });
});

Deno.test("POST /authorize accepts each question once, from its own browser, within half an hour", async () => {
  const demo = createDemoListener();
  const { url } = await demo.authorizeUrl();
  const ask = async () => {
    const page = await demo.fetch(url);
    const [, question = ""] = /name="question" value="([^"]+)"/.exec(await page.text()) ?? [];
    return { question, cookie: page.headers.get("set-cookie")!.split(";")[0]! };
  };
  const answer = async (question: string, cookie: string) => {
    const response = await demo.fetch(`${BASE}/authorize`, {
      method: "POST",
      headers: { cookie },
      body: new URLSearchParams({ question, decision: "allow" }),
    });
    await response.body?.cancel();
    return response.status;
  };
  const [mine, other] = [await ask(), await ask()];
  assert.equal(await answer(mine.question, other.cookie), 400, "another browser");
  assert.equal(await answer(mine.question, ""), 400, "no cookie");
  assert.equal(await answer(`${mine.question}x`, mine.cookie), 400, "altered");
  assert.equal(await answer(mine.question, mine.cookie), 303);
  assert.equal(await answer(mine.question, mine.cookie), 400, "twice");
  demo.clock.pass(30 * 60 * 1000);
  assert.equal(await answer(other.question, other.cookie), 400, "too late");
});

Deno.test("the same browser is the same listener, by a cookie that scripts cannot read", async () => {
  const demo = createDemoListener();
  const { url, verifier } = await demo.authorizeUrl();
  const header = (await demo.fetch(url)).headers.get("set-cookie") ?? "";
  assert.match(header, /HttpOnly/);
  assert.match(header, /SameSite=Lax/);
  assert.match(header, /Path=\/demo/);
  const cookie = header.split(";")[0]!;
  const listeners = [];
  for (let i = 0; i < 2; i++) {
    const { location } = await answerConsent(url, { fetch: demo.fetch, cookie });
    const tokens = await (await demo.token({
      grant_type: "authorization_code",
      code: new URL(location).searchParams.get("code")!,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    })).json();
    listeners.push((await (await demo.call(tokens.access_token, "GET", "/me")).json()).id);
  }
  assert.equal(listeners[0], listeners[1]);
  assert.ok(!cookie.includes(listeners[0]));
});

// Which questions for consent the demo account refuses, and to which addresses it returns.

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
