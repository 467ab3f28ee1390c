import { strict as assert } from "node:assert";
import { click, link, pageText, perform, settle } from "../../../support/dom/page.ts";
import { headed, heading, openWholePanel, storedToken } from "../../../support/dom/whole_panel.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { testApp } from "../../../support/start/test_app.ts";

Deno.test("the owner area leads to the login if there is none", async () => {
  await using app = await testApp();
  for (const screen of ["dashboard", "payouts", "profile", "share"]) {
    await using _ = await openWholePanel(app, `/panel/${screen}`);
    await headed("Kafe girişi");
    assert.equal(location.pathname, "/panel/login");
  }
});

Deno.test("a login that the server no longer knows ends at the login with a sentence", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  // Not the dashboard: that one finds out by itself.
  await using panel = await openWholePanel(app, "/panel/share", token);
  await app.call("POST", "/api/auth/logout", { token });
  // Hovering makes no call, so the panel does not learn yet that the login has ended.
  const before = panel.network.calls.length;
  await hover(link("Profil"));
  await panel.time.pass(1000);
  assert.equal(panel.network.calls.length, before);
  assert.equal(heading(), "Paylaş");
  await click(link("Profil"));
  await headed("Kafe girişi");
  assert.match(pageText(), /Oturumunuz sona erdi\. Lütfen tekrar giriş yapın\./);
  assert.equal(storedToken(), null);
});

Deno.test("a screen whose data is slow shows a loading message", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await using panel = await openWholePanel(app, "/panel/share", token);
  const waiting = panel.network.hold("GET", "/api/payouts/summary");
  await click(link("Kazançlarım"));
  await panel.time.pass(1000);
  assert.match(pageText(), /Yükleniyor…/);
  waiting[0]!.release();
  await headed("Kazançlarım");
});

Deno.test("an address without a screen says so", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await using _ = await openWholePanel(app, "/panel/yok", token);
  assert.equal(heading(), "Böyle bir sayfa yok.");
  await click(link("Panele dön"));
  await headed("İstekler");
});

/** What the browser says of a pointer that comes over `element` and stays. */
async function hover(element: Element): Promise<void> {
  const { MouseEvent: Own } = document.defaultView as unknown as { MouseEvent: typeof MouseEvent };
  for (const name of ["mouseover", "mouseenter", "mousemove"]) {
    await perform(() => element.dispatchEvent(new Own(name, { bubbles: name !== "mouseenter" })));
  }
  await settle();
}
