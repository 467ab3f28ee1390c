import { strict as assert } from "node:assert";
import { button, click, link, pageText, until } from "../../../support/dom/page.ts";
import { refusal } from "../../../support/dom/network.ts";
import { alertText, openWholePanel } from "../../../support/dom/whole_panel.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { testApp } from "../../../support/start/test_app.ts";

Deno.test("the button prints; the screen warns of a link that phones cannot open", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await using _ = await openWholePanel(app, "/panel/share", token);
  assert.match(pageText(), /Bu link şimdilik yalnızca bu bilgisayarda açılır\./);
  const printed: string[] = [];
  Object.assign(globalThis, { print: () => printed.push(document.title) });
  try {
    await click(button("Masa kartlarını yazdır"));
  } finally {
    Reflect.deleteProperty(globalThis, "print");
  }
  assert.deepEqual(printed, ["Paylaş · Sıradaki"]);
});

Deno.test("a failed load of the cafe is reported", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await using panel = await openWholePanel(app, "/panel/payouts", token);
  panel.network.answer("GET", "/api/cafes/me", refusal(503, "Sistem şu anda yoğun."));
  await click(link("Paylaş"));
  await until(() => alertText().startsWith("Kafe bilgileri yüklenemedi."));
});
