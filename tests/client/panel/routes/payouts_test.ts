import { strict as assert } from "node:assert";
import { assertFocused, button, click, link, pageText, until } from "../../../support/dom/page.ts";
import { refusal } from "../../../support/dom/network.ts";
import { alertText, headed, openWholePanel } from "../../../support/dom/whole_panel.ts";
import { earn } from "../../../support/people/earnings.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { testApp } from "../../../support/start/test_app.ts";

Deno.test("the chart's figures stand in a table too, and look back 30 or 90 days without waiting for the server", async () => {
  await using app = await testApp();
  const { token } = await earn(app);
  {
    await using panel = await openWholePanel(app, "/panel/payouts", token);
    assert.equal(chart(), "Son 30 günün kazancı, toplam 1.274,60 TL");
    // One row a day.
    assert.equal(figures().length, 30);
    assert.match(figures()[0]!, /1\.234,50 TL$/);

    // However long the server takes to say whether more was earned meanwhile.
    panel.network.hold("GET", "/api/");
    await click(link("Son 90 gün"));
    await until(() => chart() === "Son 90 günün kazancı, toplam 1.349,60 TL");
    assert.equal(figures().length, 90);
    assert.equal(location.search, "?days=90");
    assertFocused(link("Son 90 gün"));
  }
  await using _ = await openWholePanel(app, "/panel/payouts?days=90", token);
  assert.equal(chart(), "Son 90 günün kazancı, toplam 1.349,60 TL");
});

Deno.test("earnings that cannot be loaded say so, and another try shows them", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await using panel = await openWholePanel(app, "/panel/share", token);
  panel.network.answer("GET", "/api/payouts/summary", refusal(503, "Sistem şu anda yoğun."));
  await click(link("Kazançlarım"));
  await headed("Sayfa yüklenemedi");
  assert.match(alertText(), /^Veriler yüklenirken bir hata oluştu\.Sistem şu anda yoğun\./);
  panel.network.restore("GET", "/api/payouts/summary");
  await click(button("Tekrar dene"));
  await until(() => pageText().includes("Henüz bir ödeme geçmişiniz yok."));
});

/** What the chart is called, with its total. */
function chart(): string | null {
  return document.querySelector("figure [role=img]")!.getAttribute("aria-label");
}

/** The rows of the chart's table. */
function figures(): string[] {
  const table = [...document.querySelectorAll("table")]
    .find(({ caption }) => caption?.textContent === "Güne göre kazanç")!;
  return [...table.querySelectorAll("tbody tr")].map(({ textContent }) => textContent);
}
