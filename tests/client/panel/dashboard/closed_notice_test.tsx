import { strict as assert } from "node:assert";
import { button, click, pageText, until } from "../../../support/dom/page.ts";
import { refusal } from "../../../support/dom/network.ts";
import { openWholePanel, toldText } from "../../../support/dom/whole_panel.ts";
import { EVENINGS, houseOf, houseWith } from "../../../support/people/house.ts";
import { testApp } from "../../../support/start/test_app.ts";

const PATH = "/panel/dashboard";

Deno.test("while requests are closed the dashboard says so, and one press opens them", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { hours: EVENINGS, requests: "closed" });
  await using panel = await openWholePanel(app, PATH, owner.token);
  await until(() => pageText().includes("Kafe şu anda istek almıyor."));
  const link = document.querySelector(".requests-closed a")!;
  assert.equal(link.getAttribute("href"), "/panel/rules");
  panel.network.answer(
    "PUT",
    "/api/house",
    refusal("database_unavailable", "Sistem şu anda yoğun."),
  );
  await click(button("İstekleri aç"));
  await until(() =>
    toldText().includes("İstekler açılırken bir hata oluştu.Sistem şu anda yoğun.")
  );
  panel.network.restore("PUT", "/api/house");
  await click(button("İstekleri aç"));
  await until(() => !pageText().includes("Kafe şu anda istek almıyor."));
  assert.match(
    toldText(),
    /İstekler açıldı\.Çalışma saatlerine göre almak için Kurallar'dan seçin/,
  );
  assert.equal((await houseOf(app, owner)).open, true);
});

Deno.test("outside the opening hours the dashboard says when requests open, and offers no press", async () => {
  await using app = await testApp();
  // Open for one hour that is not now.
  const now = new Date(app.clock.now() + 3 * 60 * 60_000);
  const weekday = (now.getUTCDay() + 2) % 7 + 1;
  const hours = [{ weekday, opens: "18:00", closes: "19:00" }];
  const { token } = await houseWith(app, { requests: "hours", hours });
  await using _ = await openWholePanel(app, PATH, token);
  await until(() => /İstekler [a-zçğıöşü]+ 18\.00'de açılacak\./.test(pageText()));
  assert.doesNotMatch(pageText(), /İstekleri aç/);
});

Deno.test("while requests are accepted the dashboard says nothing of it", async () => {
  await using app = await testApp();
  const { token, cafeId } = await houseWith(app, { longestMinutes: 6 });
  await using panel = await openWholePanel(app, PATH, token);
  const asked = () => panel.network.calls.some(({ path }) => path === `/api/cafes/${cafeId}`);
  await until(() => asked() && panel.network.underWay() === 0);
  assert.equal(document.querySelector(".requests-closed"), null);
});
