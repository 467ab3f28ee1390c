import { strict as assert } from "node:assert";
import { listOpenRequests } from "../../../../db/requests/requests.ts";
import { BUSY, refused } from "../../dom/network.ts";
import {
  button,
  click,
  field,
  fire,
  link,
  pageText,
  settle,
  texts,
  until,
} from "../../dom/page.ts";
import {
  alertText,
  headed,
  heading,
  openOwnPanel,
  openRoom,
  openWholePanel,
  storedToken,
} from "../../dom/whole_panel.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { setRules } from "../../../support/people/house.ts";
import { createStaff } from "../../../support/people/team.ts";
import { decide, queueSong, submit } from "../../../support/people/requests.ts";
import { type TestApp, testApp } from "../../../support/start/test_app.ts";

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
  await using panel = await openOwnPanel("/panel/share");
  const waiting = panel.network.hold("GET", "/api/payouts/summary");
  await click(link("Kazançlarım"));
  await panel.time.pass(1000);
  assert.match(pageText(), /Yükleniyor…/);
  waiting[0]!.release();
  await headed("Kazançlarım");
});

Deno.test("an evening that cannot be read is not said to have been empty", async () => {
  await using panel = await openOwnPanel("/panel/evenings");
  const row = { date: "2026-11-02", requests: 3, played: 2, tips: 0 };
  panel.network.answer("GET", "/api/evenings", [row]);
  panel.network.answer("GET", "/api/evenings/2026-11-02", BUSY);
  const asked = () => panel.network.calls.filter(({ path }) => path.endsWith("2026-11-02")).length;
  await panel.hear({ type: "ready", revision: 7 });
  await until(() => asked() > 0);
  await settle();
  assert.doesNotMatch(pageText(), /Bu gün istek gelmedi/);
  assert.match(pageText(), /Yükleniyor…/);
});

Deno.test("an address without a screen says so", async () => {
  await using _ = await openOwnPanel("/panel/yok");
  assert.equal(heading(), "Sayfa bulunamadı");
  await click(link("Panele dön"));
  await headed("İstekler");
});

Deno.test("the bar leads around: titles, the place that is marked, and the focus on each heading", async () => {
  await using _ = await openOwnPanel("/panel/dashboard");
  const bar = document.querySelector("nav")!;
  // 'Diğer' is seen on phones alone, and 'Kafe' and 'Çıkış yap' elsewhere (bar.css).
  assert.deepEqual(texts("a, button", bar), [
    "İstekler",
    "Kazançlarım",
    "Kafe",
    "Profil",
    "Paylaş",
    "Diğer",
    "Çıkış yap",
  ]);
  for (const place of texts(":scope > a", bar).reverse()) {
    await click(link(place));
    await headed(place);
    await until(() => document.activeElement === document.querySelector("h1"));
    assert.equal(document.title, `${place} · Sıradaki`);
    assert.deepEqual(texts("[aria-current=page]", bar), [place]);
  }
});

Deno.test("'Kafe' and 'Diğer' open the same rooms, each with a line that says how it stands; 'Diğer' ends with the logout", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  await setRules(app, owner, { tips: "till", requests: "closed" });
  await createStaff(app.deps, owner.ownerId, "Ayşe");
  await using _ = await openWholePanel(app, "/panel/dashboard", owner.token);
  const rooms = () =>
    [...document.querySelectorAll(".bar-room")].map((room) => texts("span", room).join(": "));
  const expected = [
    "Müzik: Spotify bağlı değil",
    "Kurallar: Kafe şu anda istek almıyor.",
    "Ekip: Siz ve 1 kişi",
    "Akşamlar: Henüz bir akşam yok",
    "Kasa: Bugün 0,00 TL alındı, beklenen 0,00 TL",
  ];
  for (const place of ["Kafe", "Diğer"]) {
    await click(button(place));
    await until(() => rooms().join() === expected.join());
    const end = document.querySelector(".bar-sheet-end")?.textContent;
    assert.equal(end, place === "Diğer" ? "Çıkış yap" : undefined);
    await fire(document, "keydown", { key: "Escape" });
    await until(() => !document.querySelector(".bar-sheet"));
    assert.equal(document.activeElement?.textContent, place);
  }
  await click(button("Kafe"));
  await click(document.querySelector<HTMLElement>('.bar-room[href="/panel/rules"]')!);
  await headed("Kurallar");
  await until(() => !document.querySelector(".bar-sheet"));
  assert.equal(button("Kafe").getAttribute("aria-current"), "true");
});

Deno.test("how many requests wait stands in the tab's title, its icon and the navigation, on every screen", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const icon = () =>
    document.querySelector<HTMLLinkElement>("link[rel=icon]")!.getAttribute("href");
  for (const songTitle of ["Bir", "İki"]) await submit(app, ownerId, { songTitle });
  await using panel = await openWholePanel(app, "/panel/share", token);
  document.head.append(Object.assign(document.createElement("link"), { rel: "icon" }));
  await until(() => document.title === "(2) Paylaş · Sıradaki");
  assert.ok(link("İstekler2, 2 istek bekliyor"));
  await click(link("Kazançlarım"));
  await headed("Kazançlarım");
  assert.equal(document.title, "(2) Kazançlarım · Sıradaki");

  const { requests } = await listOpenRequests(app.deps.db, ownerId, app.clock.now());
  const [first, second] = requests;
  for (const { id } of [first!, second!]) await decide(app, token, id, "rejected");
  await panel.hear({ type: "ready", revision: 1 });
  await until(() => document.title === "Kazançlarım · Sıradaki");
  assert.equal(icon(), "/favicon.svg");
  await submit(app, ownerId);
  await panel.hear({ type: "queue_updated", ownerId, revision: 2 });
  await until(() => document.title === "(1) Kazançlarım · Sıradaki");
  assert.equal(icon(), "/favicon-waiting.svg");
});

Deno.test("the player bar is on every screen of the owner, and on no other", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  await queueSong(app, { ownerId, token });
  for (const screen of ["dashboard", "payouts", "profile", "share"]) {
    await using _ = await openWholePanel(app, `/panel/${screen}`, token);
    await until(() => pageText().includes("Sıradaki: Gülpembe"));
    assert.ok(button("Sıradaki şarkıyı çal"));
  }
  await using _ = await openWholePanel(app, "/panel/login");
  assert.doesNotMatch(pageText(), /Sıradaki şarkıyı çal/);
});

Deno.test("a screen that needs no requests is shown although they cannot be loaded", async () => {
  await using panel = await openOwnPanel("/panel/share");
  panel.network.answer("GET", "/api/requests", BUSY);
  await panel.hear({ type: "ready", revision: 1 });
  await until(() => pageText().includes("Bağlantı yok"));
  await click(link("Kazançlarım"));
  await headed("Kazançlarım");
});

/** Where a person is, where they go, which call fails there, and what the screen says. */
const SCREENS: [from: string, to: string, path: string, sentence: string][] = [
  ["payouts", "Paylaş", "/api/tables", "Kafe bilgileri yüklenemedi."],
  ["share", "Kazançlarım", "/api/payouts/summary", "Veriler yüklenirken bir hata oluştu."],
  ["profile", "Güvenlik", "/api/auth/sessions", "Oturumlar yüklenemedi."],
  ["dashboard", "Müzik", "/api/music", "Müzik ayarları yüklenemedi."],
  ["dashboard", "Kurallar", "/api/house", "Kurallar yüklenemedi."],
];
for (const [from, to, path, sentence] of SCREENS) {
  Deno.test(`'${to}', whose data cannot be loaded, says so, and another try shows it`, async () => {
    await using panel = await openOwnPanel(`/panel/${from}`);
    panel.network.answer("GET", path, BUSY);
    if (from === "dashboard") await openRoom(to);
    else await click(link(to));
    await headed("Sayfa yüklenemedi");
    assert.equal(alertText(), `${sentence}Sistem şu anda yoğun.Tekrar dene`);
    panel.network.restore("GET", path);
    await click(button("Tekrar dene"));
    await headed(to);
  });
}

Deno.test("'Profil', opened first, whose data cannot be loaded, says so, and another try shows it", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  let isBusy = true;
  const server: Pick<TestApp, "fetch"> = {
    fetch: async (path, init) =>
      isBusy && path === "/api/cafes/me"
        ? refused("database_unavailable", "Sistem şu anda yoğun.")
        : await app.fetch(path, init),
  };
  await using _ = await openWholePanel(server, "/panel/profile", token);
  assert.equal(heading(), "Sayfa yüklenemedi");
  assert.equal(alertText(), "Profil bilgileri yüklenemedi.Sistem şu anda yoğun.Tekrar dene");
  isBusy = false;
  await click(button("Tekrar dene"));
  await headed("Profil");
});

Deno.test("'Profil', whose data is known and cannot be refreshed, is shown as it was known, and says so", async () => {
  await using panel = await openOwnPanel("/panel/payouts", { named: "Işıl'ın Kahvesi" });
  panel.network.answer("GET", "/api/cafes/me", BUSY);
  await click(link("Profil"));
  await headed("Profil");
  assert.equal(field("Kafe adı").value, "Işıl'ın Kahvesi");
  await until(() => pageText().includes("Bağlantı yok"));
});

/** What the browser says of a pointer that comes over `element` and stays. */
async function hover(element: Element): Promise<void> {
  for (const name of ["mouseover", "mouseenter", "mousemove"]) {
    await fire(element, name, { bubbles: name !== "mouseenter" });
  }
  await settle();
}
