import { strict as assert } from "node:assert";
import { openDashboard, pending } from "../../dom/dashboard.ts";
import { BUSY, busyFor, refusal } from "../../dom/network.ts";
import {
  assertFocused,
  button,
  click,
  link,
  pageText,
  perform,
  settle,
  texts,
  until,
} from "../../dom/page.ts";
import {
  answerDialog,
  headed,
  openOwnPanel,
  openWholePanel,
  toldText,
} from "../../dom/whole_panel.ts";
import { EVENINGS, houseOf, houseWith, setRules } from "../../../support/people/house.ts";
import { playedSong } from "../../../support/people/plays.ts";
import { testApp } from "../../../support/start/test_app.ts";
import { sql } from "../../../support/db/sql.ts";

Deno.test("an empty dashboard says so, and play next is off without a music account", async () => {
  await using _ = await openOwnPanel("/panel/dashboard", { named: "Işıl'ın Kahvesi" });
  assert.equal(document.title, "İstekler · Sıradaki");
  for (
    const words of [
      "Işıl'ın Kahvesi",
      "Onay bekleyen yeni istek yok.",
      "Henüz sırada şarkı yok.",
      "Spotify bağlı değil",
      "Önce müziği seçin.",
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

const PATH = "/panel/dashboard";

Deno.test("while requests are closed the dashboard says so, and one press opens them", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { hours: EVENINGS, requests: "closed" });
  await using panel = await openWholePanel(app, PATH, owner.token);
  await until(() => pageText().includes("Kafe şu anda istek almıyor."));
  const link = document.querySelector(".requests-closed a")!;
  assert.equal(link.getAttribute("href"), "/panel/rules");
  panel.network.answer("PUT", "/api/house", BUSY);
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

Deno.test("a pause is shown at once, also while the server has asked to be left alone", async () => {
  await using panel = await openOwnPanel("/panel/dashboard");
  await until(() => pageText().includes("30 dk ara ver"));
  const path = `/api/cafes/${panel.owner.cafeId}`;
  panel.network.answer("GET", path, busyFor(300));
  const asked = () => panel.network.calls.filter((call) => call.path === path).length;
  const before = asked();
  await panel.hear({ type: "ready", revision: 7 });
  await until(() => asked() > before);
  await settle();
  panel.network.restore("GET", path);
  await click(button("30 dk ara ver"));
  await until(() => pageText().includes("ara verdi"));
});

Deno.test("a panel that is seen again asks once for what plays", async () => {
  await using panel = await openOwnPanel("/panel/dashboard");
  await panel.hear({ type: "ready", revision: 7 });
  await until(() => panel.network.underWay() === 0);
  panel.network.calls.length = 0;
  await perform(() => document.dispatchEvent(new Event("visibilitychange")));
  await until(() => panel.network.calls.length > 0 && panel.network.underWay() === 0);
  const paths = panel.network.paths();
  assert.equal(paths.filter((path) => path === "/api/playback").length, 1, paths.join());
});

Deno.test("'30 dk ara ver' stops requests, says until when, and is taken back or ended by one press", async () => {
  await using panel = await openOwnPanel(PATH);
  const { app, owner } = panel;
  const told = async () => await panel.hear({ type: "ready", revision: 1_000_000 });
  await until(() => pageText().includes("30 dk ara ver"));
  await click(button("30 dk ara ver"));
  await until(() => toldText().includes("İstekler 30 dakika kapalı."));
  assert.equal((await houseOf(app, owner)).open, false);
  await click(button("Geri al"));
  await until(() => pageText().includes("30 dk ara ver"));
  assert.equal((await houseOf(app, owner)).open, true);
  await click(button("Bu gece kapat"));
  await told();
  await until(() =>
    pageText().includes("Kafe isteklere ara verdi. İstekler yarın 06.00'da açılacak.")
  );
  assert.doesNotMatch(pageText(), /Bu gece kapat/);
  await click(button("İstekleri aç"));
  await until(() => pageText().includes("Bu gece kapat"));
  assert.equal((await houseOf(app, owner)).open, true);
});

Deno.test("the music that a first step has chosen is chosen on its screen too, which was open before", async () => {
  await using panel = await openOwnPanel("/panel/music");
  const isChosen = () =>
    document.querySelector<HTMLInputElement>(".source:last-child input")!.checked;
  assert.ok(!isChosen());
  await click(link("İstekler"));
  await headed("İstekler");
  await click(button("Başka bir sistemde çalıyorum"));
  await until(() => !pageText().includes("Başka bir sistemde çalıyorum"));
  panel.network.hold("GET", "/api/music");
  await click(button("Kafe"));
  await click(document.querySelector<HTMLElement>(".bar-room[href='/panel/music']")!);
  await headed("Müzik");
  assert.ok(isChosen());
});

Deno.test("the first steps tick themselves, lead on, and end with one sentence", async () => {
  await using panel = await openOwnPanel(PATH);
  const { app, owner } = panel;
  const told = () => panel.hear({ type: "ready", revision: 1e9 });
  const now = () => document.querySelector(".first-step[data-state=now] h3")?.textContent;
  assert.equal(now(), "Müziği seçin");
  assert.doesNotMatch(pageText(), /MUSIC_DIR|Kendi dosyalarımı çal/);
  await click(button("Başka bir sistemde çalıyorum"));
  await until(() => now() === "Bir şarkı dinleyin");
  await playedSong(app.deps, owner.ownerId, 0, app.clock.now());
  await told();
  // The request that was played is one, too.
  await until(() => now() === "Masa kartlarını yazdırın");
  await app.call("PUT", "/api/cafes/first-steps", { ...owner, body: { step: "printed" } });
  await told();
  await until(() => now() === "Bahşişlerin yolunu seçin");
  await click(button("Kasada ödensin"));
  await until(() => pageText().includes("Kafeniz hazır. İyi akşamlar!"));
  await until(() => panel.network.underWay() === 0);
  const cafe = await (await app.call("GET", "/api/cafes/me", owner)).json();
  assert.equal(cafe.firstSteps, undefined);
});

Deno.test("while requests are accepted the dashboard says nothing of it", async () => {
  await using app = await testApp();
  const { token, cafeId } = await houseWith(app, { longestMinutes: 6 });
  await using panel = await openWholePanel(app, PATH, token);
  const asked = () => panel.network.calls.some(({ path }) => path === `/api/cafes/${cafeId}`);
  await until(() => asked() && panel.network.underWay() === 0);
  assert.equal(document.querySelector(".requests-closed"), null);
});

Deno.test("an open dashboard makes 4 calls in a quiet minute, and 100 in one with twenty changes", async () => {
  await using panel = await openOwnPanel(PATH);
  await until(() => panel.sockets.latest() && panel.network.underWay() === 0);
  const { ownerId } = panel.owner;
  const callsOf = async (minute: () => Promise<void>) => {
    const before = panel.network.calls.length;
    await minute();
    await until(() => panel.network.underWay() === 0);
    return panel.network.calls.length - before;
  };
  await panel.hear({ type: "ready", revision: 1_000 });
  await until(() => panel.network.underWay() === 0);
  assert.equal(await callsOf(() => panel.time.pass(60_000)), 4);
  const busy = await callsOf(async () => {
    for (let revision = 1_001; revision <= 1_020; revision++) {
      await panel.hear({ type: "queue_updated", ownerId, revision });
      await until(() => panel.network.underWay() === 0);
      await panel.time.pass(3_000);
    }
  });
  assert.equal(busy, 100);
});

// Songs that cannot be played, on the dashboard, with the server behind it.
Deno.test("a song is below the queue while it cannot be played, returns to the queue, and can be removed and brought back", async () => {
  await using dashboard = await openDashboard(["Bir", "İki"]);
  const { db } = dashboard.app.deps;
  for (const song of ["Bir", "İki"]) await click(button(`Onayla: ${song}`));
  await until(() => queued().length === 2);
  await db.write(() => [sql`update song_requests set unplayable_at = 1, tries = 3`]);
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

const queued = () => titles("queue-heading");
const unplayable = () => titles("unplayable-heading");
const titles = (heading: string) => texts(`section[aria-labelledby=${heading}] .song-title`);

Deno.test("a song that was taken out of the queue is back in it after 'Geri al', on any screen", async () => {
  await using _ = await openDashboard(["Bir"]);
  await click(button("Onayla: Bir"));
  await until(() => queued().length === 1);
  await click(button("Sıradan çıkar: Bir"));
  await answerDialog("Sıradan çıkar");
  await until(() => queued().length === 0);
  await settle();
  await click(link("Profil"));
  await headed("Profil");
  assert.equal(toldText(), "'Bir' sıradan çıkarıldı.Geri al");
  await click(button("Geri al"));
  await until(() => toldText() === "'Bir' yeniden sırada.");
  await click(link("İstekler"));
  await headed("İstekler");
  assert.equal(queued().length, 1);
});

Deno.test("a notice goes with its screen, and one that offers an undo stays", async () => {
  await using dashboard = await openDashboard(["Bir", "İki"]);
  await click(button("Reddet: Bir"));
  await until(() => pending().length === 1);
  dashboard.panel.network.answer(
    "PUT",
    "/api/requests/",
    refusal("request_settled", "Bu istek değişti."),
  );
  await click(button("Onayla: İki"));
  await until(() => toldText().includes("Bu istek değişti."));
  await click(link("Profil"));
  await headed("Profil");
  assert.equal(toldText(), "'Bir' reddedildi.Geri al");
});
