// The panel in a browser that keeps no data for the site.
import { strict as assert } from "node:assert";
import { openWholePanel } from "../dom/whole_panel.ts";
import { openPage, pageText } from "../dom/page.ts";
import { keepsSiteData } from "../../../client/panel/SiteDataBlocked.tsx";
import { testApp } from "../../support/start/test_app.ts";

Deno.test("a panel whose storage is blocked says so in place of waiting", async () => {
  await using app = await testApp();
  using _ = blocked("sessionStorage");
  await using _panel = await openWholePanel(app, "/panel/login");
  assert.match(pageText(), /Tarayıcınız bu sitenin verilerini engelliyor\..*site ayarlarında/);
});

Deno.test("keepsSiteData does not hold if either storage is blocked", async () => {
  await using _page = await openPage();
  assert.ok(keepsSiteData());
  for (const storage of ["localStorage", "sessionStorage"]) {
    using _ = blocked(storage);
    assert.equal(keepsSiteData(), false, storage);
  }
});

/** As Chromium does: the storage cannot even be named. */
function blocked(storage: string): Disposable {
  const before = Object.getOwnPropertyDescriptor(globalThis, storage)!;
  const refuse = () => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  };
  Object.defineProperty(globalThis, storage, { configurable: true, get: refuse });
  return { [Symbol.dispose]: () => Object.defineProperty(globalThis, storage, before) };
}
