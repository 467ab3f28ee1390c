import { strict as assert } from "node:assert";
import { button, click, pageText, until } from "../../support/dom/page.ts";
import { headed, openWholePanel, storedToken } from "../../support/dom/whole_panel.ts";
import { createOwnerWithPassword } from "../../support/people/accounts.ts";
import { type TestApp, testApp } from "../../support/start/test_app.ts";

Deno.test("logging out ends the login on the server and here", async () => {
  await using app = await testApp();
  const { token } = await createOwnerWithPassword(app);
  await using panel = await openWholePanel(app, "/panel/profile", token);
  await click(button("Çıkış yap"));
  await headed("Kafe girişi");
  assert.match(pageText(), /Çıkış yaptınız\./);
  assert.equal(storedToken(), null);
  await until(() => panel.network.underWay() === 0);
  assert.equal(await statusOf(app, token), 401);
});

Deno.test("logging out without a connection ends the login here", async () => {
  await using app = await testApp();
  const { token } = await createOwnerWithPassword(app);
  await using panel = await openWholePanel(app, "/panel/profile", token);
  panel.network.answer("POST", "/api/auth/logout", () => Promise.reject(new TypeError("offline")));
  await click(button("Çıkış yap"));
  await headed("Kafe girişi");
  assert.equal(storedToken(), null);
});

Deno.test("logging out removes the token at once, and a server that answers late hears of it all the same", async () => {
  await using app = await testApp();
  const { token } = await createOwnerWithPassword(app);
  await using panel = await openWholePanel(app, "/panel/profile", token);
  const late = Promise.withResolvers<void>();
  let heard: Response | undefined;
  panel.network.answer("POST", "/api/auth/logout", async ({ method, path, headers }) => {
    await late.promise;
    return heard = await app.fetch(path, { method, headers });
  });
  await click(button("Çıkış yap"));
  assert.equal(storedToken(), null);
  await headed("Kafe girişi");
  assert.match(pageText(), /Çıkış yaptınız\./);
  late.resolve();
  await until(() => heard);
  assert.equal(heard!.status, 204);
  assert.equal(await statusOf(app, token), 401);
});

async function statusOf(app: TestApp, token: string): Promise<number> {
  const answer = await app.call("GET", "/api/cafes/me", { token });
  await answer.body?.cancel();
  return answer.status;
}
