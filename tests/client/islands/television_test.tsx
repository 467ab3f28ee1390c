import { strict as assert } from "node:assert";
import {
  drift,
  hideCursor,
  ofTable,
  TelevisionIsland,
} from "../../../client/islands/television/TelevisionIsland.tsx";
import {
  openTelevisionStore,
  staticTelevisionStore,
  type TelevisionRoom,
} from "../../../client/islands/television/television_store.ts";
import { keepAwake } from "../../../client/lib/keep_awake.ts";
import { answerNow } from "../dom/now.ts";
import { type DomPage, fire, openPage, pageText, perform, showPage, texts } from "../dom/page.ts";
import { openHouse, playingSong, songRequest } from "../../support/people/songs.ts";

const EMPTY: TelevisionRoom = { queue: [], playing: null, house: openHouse() };
const CODE = { name: "Kahve", url: "http://kafe/k/1", shape: { size: 1, path: "" } };
const ids = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1));

Deno.test("the television shows the dedication of the song that plays, and nothing of one without", async () => {
  await using page = await openPage();
  const dedication = { to: "Ayşe", wish: 1 };
  await show(page, { ...EMPTY, playing: playingSong({ byGuest: true, dedication }) });
  assert.match(part("tv-now"), /Ayşe için: Doğum günün kutlu olsun/);
  await show(page, { ...EMPTY, playing: playingSong({ byGuest: true }) });
  assert.doesNotMatch(part("tv-now"), /için/);
});

Deno.test("the television shows what plays and the next five songs, with the tips of those that have one", async () => {
  await using page = await openPage();
  const tips: Record<string, number> = { 2: 25, 3: 12.5, 4: 0 };
  const queue = ids(8).map((id) => songRequest(id, { tipAmount: tips[id] ?? 5 }));
  const playing = playingSong({ requestId: "1", title: "Gülpembe", byGuest: true });
  await show(page, { ...EMPTY, queue, playing });
  assert.match(part("tv-now"), /Şimdi çalıyorGülpembe.*Müşteri isteği1:00 \/ 3:20/);
  assert.deepEqual(rows(), [
    "1SıradaŞarkı 2Barış Manço25 TL",
    "2Şarkı 3Barış Manço12,50 TL",
    "3Şarkı 4Barış Manço",
    "4Şarkı 5Barış Manço5 TL",
    "5Şarkı 6Barış Manço5 TL",
  ]);
});

Deno.test("the television says which songs the team put first, and which are its own", async () => {
  await using page = await openPage();
  const queue = [
    songRequest("1", { first: true, own: true, tipAmount: 0 }),
    songRequest("2", { first: true, tipAmount: 0 }),
    songRequest("3", { own: true, tipAmount: 0 }),
  ];
  await show(page, { ...EMPTY, queue });
  assert.deepEqual(rows(), [
    "1SıradaŞarkı 1Barış MançoKafe öne aldı · Kafe",
    "2Şarkı 2Barış MançoKafe öne aldı",
    "3Şarkı 3Barış MançoKafe",
  ]);
});

Deno.test("the television names a table's wish as it is spoken", () => {
  const spoken = {
    "Masa 7": "nin",
    "Masa 3": "ün",
    "Masa 6": "nın",
    "Masa 9": "un",
    "Masa 10": "un",
    "Masa 20": "nin",
    "Masa 40": "ın",
    "Masa 100": "ün",
    "Masa 0": "ın",
    "Masa 12": "nin",
    "Bar": "ın",
    "Bahçe": "nin",
    "Köşk": "ün",
    "Balo": "nun",
    "Üst kat": "ın",
    "A": "nın",
  };
  for (const [label, ending] of Object.entries(spoken)) {
    assert.equal(ofTable(label), `${label}'${ending}`);
  }
});

Deno.test("with nothing to play the television invites to ask, and to wait while songs are in the queue", async () => {
  await using page = await openPage();
  await show(page, EMPTY);
  assert.match(part("tv-now"), /Şarkınızı bekliyoruz/);
  assert.match(part("tv-queue"), /Sıra boş: ilk şarkıyı siz isteyin/);
  await show(page, { ...EMPTY, queue: [songRequest("1")] });
  assert.match(part("tv-now"), /Birazdan müzik başlıyor/);
  assert.doesNotMatch(pageText(), /Sıra boş/);
});

Deno.test("while requests are not accepted the television says when they are, without an invitation", async () => {
  await using page = await openPage();
  const closed = "İstekler bugün 18.00'de açılacak.";
  await show(page, { ...EMPTY, house: openHouse({ open: false, lines: [closed] }) });
  assert.match(part("tv-code-closed"), new RegExp(`^${closed}`));
  assert.doesNotMatch(pageText(), /sizden|Şarkınızı|siz isteyin/);
});

Deno.test("the television asks again when the opening hours begin", async () => {
  await using page = await openPage();
  const reopensAt = new Date(Date.now() + 60_000).toISOString();
  const house = openHouse({ open: false, reopensAt, lines: ["Kapalı."] });
  page.network.answer("GET", "/api/requests/queue/", []);
  answerNow(page, null, house);
  const snapshot = { ...EMPTY, house, cafeId: "cafe", ownerId: "owner" };
  const room = openTelevisionStore(snapshot, () => {});
  await page.render(<TelevisionIsland room={room} code={CODE} />);
  await page.hear({ type: "ready", revision: 1 });
  await page.time.pass(0);
  assert.match(part("tv-code"), /^Kapalı\./);
  answerNow(page);
  await page.time.pass(62_000);
  assert.match(part("tv-code"), /^Sıradaki şarkı sizden/);
});

Deno.test("a paused song says so on the television", async () => {
  await using page = await openPage();
  await show(page, { ...EMPTY, playing: playingSong({ isPlaying: false }) });
  assert.match(part("tv-now"), /^DuraklatıldıKafenin Şarkısı/);
});

Deno.test("the television fetches at each change and when the song is over, and tells when it is back online", async () => {
  await using page = await openPage();
  let returns = 0;
  const snapshot = { ...EMPTY, cafeId: "cafe", ownerId: "owner" };
  const room = openTelevisionStore(snapshot, () => returns++);
  await page.render(<TelevisionIsland room={room} code={CODE} />);
  page.network.answer("GET", "/api/requests/queue/", [songRequest("1")]);
  answerNow(page, playingSong({ durationMs: 60_000, positionMs: 50_000 }));
  await page.hear({ type: "ready", revision: 1 });
  await page.time.pass(0);
  assert.match(part("tv-now"), /Kafenin Şarkısı/);
  assert.deepEqual(rows().length, 1);
  assert.equal(returns, 0, "it was not offline before");
  answerNow(page, playingSong({ title: "Sonraki" }));
  await page.time.pass(15_000);
  assert.match(part("tv-now"), /Sonraki/);

  await perform(() => page.sockets.latest().drop());
  assert.match(pageText(), /Bağlantı yok/);
  await page.time.pass(1_000);
  await page.hear({ type: "ready", revision: 2 });
  assert.doesNotMatch(pageText(), /Bağlantı yok/);
  assert.equal(returns, 1);
});

async function show(page: DomPage, room: TelevisionRoom): Promise<void> {
  await page.render(<TelevisionIsland room={staticTelevisionStore(room)} code={CODE} />);
}

const part = (name: string) => document.querySelector(`.${name}`)!.textContent!;
const rows = () => texts(".tv-queue li");

// What keeps the television page going without a person.
Deno.test("the page asks for a wake lock, again whenever it becomes visible, and goes on if it is refused", async () => {
  await using _ = await openPage();
  let asked = 0;
  using _lock = wakeLock(() => {
    asked += 1;
    return Promise.reject(new Error("low battery"));
  });
  keepAwake();
  assert.equal(asked, 1);
  await showPage(false);
  assert.equal(asked, 1);
  await showPage(true);
  assert.equal(asked, 2);
});

Deno.test("the page works in a browser without wake locks", async () => {
  await using _ = await openPage();
  assert.equal("wakeLock" in navigator, false);
  keepAwake();
});

Deno.test("the cursor is hidden three seconds after it was moved last", async () => {
  await using page = await openPage();
  const hidden = () => document.documentElement.classList.contains("idle");
  hideCursor();
  await page.time.pass(2_999);
  assert.equal(hidden(), false);
  await fire(document, "pointermove");
  await page.time.pass(2_999);
  assert.equal(hidden(), false);
  await page.time.pass(1);
  assert.equal(hidden(), true);
  await fire(document, "pointermove");
  assert.equal(hidden(), false);
});

Deno.test("the page moves by some pixels every three minutes, to one place after the other", async () => {
  await using page = await openPage();
  const box = document.createElement("div");
  drift(box);
  await page.time.pass(3 * 60_000 - 1);
  assert.equal(box.style.translate || "", "");
  const places = new Set<string>();
  for (let move = 0; move < 7; move++) {
    await page.time.pass(3 * 60_000);
    places.add(box.style.translate);
  }
  assert.equal(places.size, 7);
  for (const place of places) {
    const shifts = place.split(" ").map((part) => Math.abs(parseFloat(part)));
    assert.ok(shifts.every((rem) => rem <= 0.6), place);
  }
});

/** Gives the browser wake locks until it is disposed. */
function wakeLock(request: () => Promise<never>): Disposable {
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
  return {
    [Symbol.dispose]: () => Reflect.deleteProperty(navigator, "wakeLock") as unknown as void,
  };
}
