import { strict as assert } from "node:assert";
import { button, click, pageText, perform, settle, until } from "../../../support/dom/page.ts";
import { refusal } from "../../../support/dom/network.ts";
import { pointer } from "../../../support/dom/pointer.ts";
import { openDashboard, pending } from "../../../support/dom/dashboard.ts";
import { openWholePanel, toldText } from "../../../support/dom/whole_panel.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { houseWith, setRules } from "../../../support/people/house.ts";
import { testApp } from "../../../support/start/test_app.ts";

const LISTS = "/api/requests";

Deno.test("an empty dashboard says so, and play next is off without a music account", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps, "Işıl'ın Kahvesi");
  await using _ = await openWholePanel(app, "/panel/dashboard", token);
  assert.equal(document.title, "İstekler · Sıradaki");
  for (
    const words of [
      "Işıl'ın Kahvesi",
      "Onay bekleyen yeni istek yok.",
      "Henüz sırada şarkı yok.",
      "Spotify bağlı değil",
      "Çalmak için önce Spotify hesabınızı bağlayın.",
    ]
  ) {
    assert.ok(pageText().includes(words), words);
  }
  assert.ok(button("Sıradaki şarkıyı çal").disabled);
});

Deno.test("where every request is approved, that nothing waits is one line, until a request does", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { approve: "always" });
  await using panel = await openWholePanel(app, "/panel/dashboard", owner.token);
  const isLine = () => document.querySelector(".dashboard[data-unasked]") !== null;
  assert.ok(isLine());
  assert.match(pageText(), /İstekler onay beklemeden sıraya giriyor\./);
  assert.match(pageText(), /Gelen istekler burada bahşişe göre sıralanır\./);
  await perform(async () => {
    await setRules(app, owner, { approve: "never" });
    await panel.sockets.latest().say({ type: "ready", revision: 7 });
  });
  await until(() => !isLine());
  assert.match(pageText(), /Onayladığınız istekler burada/);
  assert.doesNotMatch(pageText(), /onay beklemeden/);
});

Deno.test("a decision that fails says so with the server's sentence, and the request stays", async () => {
  await using dashboard = await openDashboard(["Gülpembe"]);
  const { panel } = dashboard;
  panel.network.answer("PUT", LISTS, refusal("database_unavailable", "Sistem şu anda yoğun."));
  await click(button("Onayla: Gülpembe"));
  await until(() => toldText() === "İstek güncellenirken bir hata oluştu.Sistem şu anda yoğun.");
  await settle();
  assert.deepEqual(pending(), ["Gülpembe"]);
});

Deno.test("what changes while the dashboard's lists are on their way is shown too", async () => {
  await using dashboard = await openDashboard([]);
  const { panel } = dashboard;
  const held = panel.network.hold("GET", LISTS);
  await dashboard.ask("Birinci");
  const before = await dashboard.lists();
  await dashboard.ask("İkinci");
  assert.equal(held.length, 1);
  assert.equal(document.querySelector("h1")!.textContent, "İstekler", "the screen stays");
  held[0]!.release(before);
  await until(() => held.length === 2);
  assert.deepEqual(pending(), ["Birinci"]);
  held[1]!.release();
  await until(() => pending().length === 2);
  assert.deepEqual(pending(), ["Birinci", "İkinci"]);
});

Deno.test("changes that come faster than answers do not keep the dashboard from moving on", async () => {
  await using dashboard = await openDashboard([]);
  const { panel } = dashboard;
  const held = panel.network.hold("GET", LISTS);
  await dashboard.ask("Arada");
  for (let answered = 0; answered < 3; answered++) {
    for (let i = 0; i < 3; i++) await dashboard.ask(`Sürekli ${answered}${i}`);
    assert.equal(held.length, answered + 1);
    held[answered]!.release();
    await until(() => held.length === answered + 2);
    assert.equal(pending().length, 1 + 3 * (answered + 1));
  }
  assert.equal(pending()[0], "Arada");
});

Deno.test("a refresh that fails leaves the lists where they are, and is tried again by itself", async () => {
  await using dashboard = await openDashboard(["Önceki"]);
  const { panel } = dashboard;
  panel.network.answer("GET", LISTS, refusal("database_unavailable", "Sistem şu anda yoğun."));
  await dashboard.ask("Sonraki");
  await until(() => pageText().includes("Bağlantı yok"));
  assert.deepEqual(pending(), ["Önceki"]);
  panel.network.restore("GET", LISTS);
  await panel.time.pass(3_000);
  await until(() => pending().length === 2);
  assert.deepEqual(pending(), ["Önceki", "Sonraki"]);
  assert.doesNotMatch(pageText(), /Sayfa yüklenemedi|Bağlantı yok/);
});

Deno.test("a press that never ends for the page does not freeze it: another button, a window left", async () => {
  await using dashboard = await openDashboard([]);
  // If a press opens the browser's own menu, the page gets no event for its release.
  pointer("pointerdown", 7, 2);
  await dashboard.ask("Birinci");
  await until(() => pending().length === 1);
  pointer("pointerdown", 8);
  pointer("blur");
  await dashboard.panel.time.pass(1);
  await dashboard.ask("İkinci");
  await until(() => pending().length === 2);
});

Deno.test("a dashboard that loses the server says so, and shows the true queue when it is back", async () => {
  await using dashboard = await openDashboard([]);
  const { panel } = dashboard;
  const lost = panel.sockets.latest();
  await perform(() => lost.drop());
  assert.match(pageText(), /Bağlantı yok/);
  await dashboard.submit("Gülpembe");
  await panel.time.pass(1_000);
  assert.notEqual(panel.sockets.latest(), lost);
  await perform(() => panel.sockets.latest().say({ type: "ready", revision: 9 }));
  await until(() => pending().length === 1);
  assert.doesNotMatch(pageText(), /Bağlantı yok/);
});
