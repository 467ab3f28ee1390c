import { strict as assert } from "node:assert";
import { sql } from "drizzle-orm";
import { openDashboard, pending } from "../../../support/dom/dashboard.ts";
import { refusal } from "../../../support/dom/network.ts";
import {
  assertFocused,
  button,
  click,
  link,
  pageText,
  perform,
  settle,
  until,
} from "../../../support/dom/page.ts";
import { pointer } from "../../../support/dom/pointer.ts";
import {
  answerDialog,
  headed,
  openWholePanel,
  toldText,
} from "../../../support/dom/whole_panel.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { EVENINGS, houseOf, houseWith, setRules } from "../../../support/people/house.ts";
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
  panel.network.answer("PUT", LISTS, refusal(503, "Sistem şu anda yoğun."));
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
  panel.network.answer("GET", LISTS, refusal(503, "Sistem şu anda yoğun."));
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

const PATH = "/panel/dashboard";

Deno.test("while requests are closed the dashboard says so, and one press opens them", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { hours: EVENINGS, requests: "closed" });
  await using panel = await openWholePanel(app, PATH, owner.token);
  await until(() => pageText().includes("Kafe şu anda istek almıyor."));
  const link = document.querySelector(".requests-closed a")!;
  assert.equal(link.getAttribute("href"), "/panel/rules");
  panel.network.answer("PUT", "/api/house", refusal(503, "Sistem şu anda yoğun."));
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

// Songs that cannot be played, on the dashboard, with the server behind it.
Deno.test("a song is below the queue while it cannot be played, returns to the queue, and can be removed and brought back", async () => {
  await using dashboard = await openDashboard(["Bir", "İki"]);
  const { db } = dashboard.app.deps;
  for (const song of ["Bir", "İki"]) await click(button(`Onayla: ${song}`));
  await until(() => queued().length === 2);
  await db.write((d) => [d.run(sql`update song_requests set unplayable_at = 1, tries = 3`)]);
  await dashboard.ask("Üç");
  await until(() => unplayable().length === 2);
  assert.deepEqual(queued(), []);
  assert.deepEqual(unplayable(), ["Bir", "İki"]);

  button("Sıraya geri koy: Bir").focus();
  await click(button("Sıraya geri koy: Bir"));
  await until(() => queued().length === 1);
  assert.deepEqual([queued(), unplayable()], [["Bir"], ["İki"]]);
  assertFocused(button("Sıraya geri koy: İki"));

  button("Sil: İki").focus();
  await click(button("Sil: İki"));
  await until(() => unplayable().length === 0);
  assertFocused(document.getElementById("queue-heading")!);
  assert.match(toldText(), /'İki' silindi\.Geri al/);
  await click(button("Geri al"));
  await until(() => unplayable().length === 1);
  assert.deepEqual(queued(), ["Bir"]);
});

function queued(): string[] {
  return titles("queue-heading");
}

function unplayable(): string[] {
  return titles("unplayable-heading");
}

function titles(heading: string): string[] {
  return [...document.querySelectorAll(`section[aria-labelledby=${heading}] .song-title`)]
    .map(({ textContent }) => textContent);
}

// Taking decisions back, from the owner's press to the guest's list, with the server behind it.
Deno.test("a rejected request is back in its place after 'Geri al', and is not announced as new", async () => {
  await using dashboard = await openDashboard(["Bir", "İki"]);
  await click(button("Reddet: Bir"));
  await until(() => pending().length === 1);
  assert.equal(toldText(), "'Bir' reddedildi.Geri al");
  await click(button("Geri al"));
  await until(() => pending().length === 2);
  assert.deepEqual(pending(), ["Bir", "İki"]);
  assert.equal(toldText(), "'Bir' yeniden onay bekliyor.");
  await dashboard.panel.time.pass(5_000);
  assert.equal(announced(), "");
});

Deno.test("a song that was taken out of the queue is back in it after 'Geri al', on any screen", async () => {
  await using _ = await openDashboard(["Bir"]);
  await click(button("Onayla: Bir"));
  await until(() => queuedRows().length === 1);
  await click(button("Sıradan çıkar: Bir"));
  await answerDialog("Sıradan çıkar");
  await until(() => queuedRows().length === 0);
  await settle();
  await click(link("Profil"));
  await headed("Profil");
  assert.equal(toldText(), "'Bir' sıradan çıkarıldı.Geri al");
  await click(button("Geri al"));
  await until(() => toldText() === "'Bir' yeniden sırada.");
  await click(link("İstekler"));
  await headed("İstekler");
  assert.equal(queuedRows().length, 1);
});

Deno.test("a notice goes with its screen, and one that offers an undo stays", async () => {
  await using dashboard = await openDashboard(["Bir", "İki"]);
  await click(button("Reddet: Bir"));
  await until(() => pending().length === 1);
  dashboard.panel.network.answer("PUT", "/api/requests/", refusal(409, "Bu istek değişti."));
  await click(button("Onayla: İki"));
  await until(() => toldText().includes("Bu istek değişti."));
  await click(link("Profil"));
  await headed("Profil");
  assert.equal(toldText(), "'Bir' reddedildi.Geri al");
});

function queuedRows(): Element[] {
  return [...document.querySelectorAll("[aria-labelledby=queue-heading] .song-title")];
}

/** What is said to screen readers about requests that arrive. */
function announced(): string {
  return document.querySelector("p.visually-hidden[role=status]")!.textContent!;
}
