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
