import { strict as assert } from "node:assert";
import { NowPlaying, QueueIsland } from "../../../client/islands/QueueIsland.tsx";
import { SearchIsland } from "../../../client/islands/SearchIsland.tsx";
import { openCafeStore } from "../../../client/islands/cafe_store.ts";
import type { Playing } from "../../../client/islands/room.ts";
import { createStore } from "../../../client/lib/store.ts";
import type { OwnRequest } from "../../../server/contract/requests.ts";
import {
  changeMine,
  openOwnQueue,
  openStaticQueue,
  showOwnQueue,
  showQueue,
} from "../dom/cafe_queue.tsx";
import {
  button,
  click,
  type DomPage,
  openPage,
  pageText,
  perform,
  texts,
  until,
} from "../dom/page.ts";
import { createOwner } from "../../support/people/factories.ts";
import { decide, draft, newGuest, queueOf } from "../../support/people/requests.ts";
import {
  cafeSnapshot,
  openHouse,
  ownRequest,
  playingSong,
  songRequest,
} from "../../support/people/songs.ts";
import { testApp } from "../../support/start/test_app.ts";

Deno.test("the queue shows its songs in the server's order, and an empty one says so", async () => {
  await using page = await openStaticQueue({});
  assert.match(pageText(), /Henüz sırada şarkı yok\./);
  const queue = [songRequest("b", { tipAmount: 5 }), songRequest("a", { tipAmount: 50 })];
  await showQueue(page, { queue });
  assert.deepEqual(titles(), ["Şarkı b", "Şarkı a"]);
  assert.match(pageText(), /2 şarkı/);
});

for (
  const [what, approvesFromTl, mine, hint] of [
    [
      "the cafe decides",
      undefined,
      [],
      "İlk şarkıyı siz isteyin: kafe onaylayınca burada görünür.",
    ],
    ["every request is approved", 0, [], "İlk şarkıyı siz isteyin: hemen burada görünür."],
    [
      "25 TL are approved",
      25,
      [],
      "İlk şarkıyı siz isteyin: en az 25,00 TL bahşişle hemen, yoksa kafe onaylayınca burada görünür.",
    ],
    ["the guest waits", 25, [ownRequest("1")], "İsteğiniz kafe onaylayınca burada görünür."],
  ] as const
) {
  Deno.test(`where ${what} the empty queue says '${hint}'`, async () => {
    const house = openHouse({ approvesFromTl });
    await using _ = await openStaticQueue({ house, mine: [...mine] });
    assert.ok(pageText().includes(hint), pageText());
  });
}

Deno.test("a song without a tip says so instead of an amount", async () => {
  const queue = [songRequest("a", { tipAmount: 1250.5 }), songRequest("b", { tipAmount: 0 })];
  await using _ = await openStaticQueue({ queue });
  const [tipped, without] = document.querySelectorAll(".board-tip");
  assert.match(tipped!.textContent!, /^1\.250,50 TL/);
  assert.match(without!.textContent!, /^Bahşişsiz/);
  assert.doesNotMatch(pageText(), /\b0,00/);
});

Deno.test("a cafe that has connected no music says that requests wait", async () => {
  await using page = await openStaticQueue({ musicConnected: false });
  assert.match(pageText(), /henüz bağlamadı\..*istekler müzik hesabı bağlanana kadar bekler\./);
  await showQueue(page, { musicConnected: true });
  assert.doesNotMatch(pageText(), /bağlamadı/);
});

Deno.test("the guest's own songs are marked in the queue", async () => {
  await using _ = await openStaticQueue({
    queue: [songRequest("a"), songRequest("b")],
    mine: [ownRequest("b", { status: "approved", place: 2 })],
  });
  const [first, second] = document.querySelectorAll(".board li");
  assert.doesNotMatch(first!.textContent!, /Sizin isteğiniz/);
  assert.match(second!.textContent!, /Sizin isteğiniz/);
});

Deno.test("a song that the team put first or has asked for, or that goes first by patience, says so in its row, and no other does", async () => {
  const queue = [
    songRequest("f", { first: true }),
    songRequest("o", { own: true, first: true }),
    { ...songRequest("a"), outOfTurn: true as const },
    songRequest("b"),
  ];
  await using _ = await openStaticQueue({ queue });
  const marks = [...document.querySelectorAll(".board-row")].map((row) =>
    texts(".board-mark", row)
  );
  assert.deepEqual(marks, [
    ["Kafe öne aldı"],
    ["Kafe öne aldı", "Kafe"],
    ["Çok beklemesin diye önde"],
    [],
  ]);
});

Deno.test("each change of the guest's own request is shown and announced", async () => {
  await using app = await testApp();
  const { ownerId, cafeId, token } = await createOwner(app.deps);
  await using page = await openPage(app, await newGuest(app));
  const cafe = openCafeStore(cafeSnapshot({ ownerId, cafeId }));
  await page.render(<QueueIsland cafe={cafe} />);
  const response = await fetch("/api/requests", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(draft(ownerId)),
  });
  const { _id } = await response.json();
  await refreshed("onay bekliyor");
  assert.match(announcement(), /Gülpembe: onay bekliyor\./);
  await decide(app, token, _id, "approved");
  await refreshed("1. sırada");
  assert.match(announcement(), /Gülpembe: 1\. sırada\. Sıradaki şarkı: Gülpembe\./);
  assert.equal((await queueOf(app, ownerId)).length, titles().length);
  await decide(app, token, _id, "rejected");
  await refreshed("kabul edilmedi");
  assert.match(announcement(), /Gülpembe: kabul edilmedi\./);
  assert.match(pageText(), /Henüz sırada şarkı yok\./);

  async function refreshed(state: string) {
    await perform(() => cafe.refresh());
    await until(() => document.querySelector(".own .state")?.textContent === state);
  }
});

Deno.test("a song that was cut short, or cannot be played, is announced with its sentence", async () => {
  await using page = await openPage();
  const cafe = createStore({ ...cafeSnapshot(), offline: false });
  const others = { refresh: () => Promise.resolve(), support() {} };
  const show = (mine: OwnRequest[]) =>
    perform(() => cafe.set({ ...cafeSnapshot({ mine }), offline: false }));
  const queued = ownRequest("1", { status: "approved", place: 1 });
  const playing = { ...queued, place: null, playedAt: "2026-11-02T17:00:00.000Z", playing: true };
  await page.render(<QueueIsland cafe={{ ...cafe, ...others }} />);
  await show([playing]);
  assert.match(pageText(), /Şimdi sizin şarkınız!/);
  await show([{ ...playing, playing: false, reversed: true }]);
  assert.equal(announcement(), "Şarkı 1: Şarkınız yarıda kesildi, bahşişiniz yazılmadı.");
  assert.doesNotMatch(pageText(), /Şimdi sizin şarkınız!/, "it plays no longer");
  await show([{ ...queued, place: null, unplayable: true }]);
  assert.equal(announcement(), "Şarkı 1: Bu şarkı burada çalınamadı.");
});

Deno.test("a lost connection is shown under the search until it is back", async () => {
  await using page = await openPage();
  page.network.answer("GET", "/api/requests/", []);
  const cafe = openCafeStore(cafeSnapshot({ queue: [songRequest("a")] }));
  await page.render(
    <>
      <SearchIsland cafe={cafe} demo={false} term="" />
      <QueueIsland cafe={cafe} />
    </>,
  );
  assert.doesNotMatch(pageText(), /Bağlantı yok/);
  await perform(() => page.sockets.latest().drop());
  assert.match(document.querySelector(".search + .offline")!.textContent!, /Bağlantı yok/);
  assert.deepEqual(titles(), ["Şarkı a"], "the last known queue stays");
  await page.time.pass(1_000);
  await page.hear({ type: "ready", revision: 1 });
  assert.doesNotMatch(pageText(), /Bağlantı yok/);
});

const titles = () => texts(".board .song-title");
const announcement = () => document.querySelector(".visually-hidden[role=status]")!.textContent!;

const SONG = { title: "Gülpembe", artist: "Barış Manço", durationMs: 225_000, positionMs: 83_000 };

Deno.test("what plays is shown with its artist, and its bar and time go on by themselves until it is over", async () => {
  await using page = await openPlaying(SONG);
  assert.equal(pageText(), "Şimdi çalıyorGülpembeBarış Manço1:23 / 3:45");
  assert.equal(heading(), "Şimdi çalıyor");
  const before = filled();
  await perform(() => page.time.pass(22_500));
  assert.match(pageText(), /1:45 \/ 3:45$/);
  assert.equal(Math.round(filled() - before), 10);
  await perform(() => page.time.pass(225_000 + 4_000 - 83_000 - 22_500));
  assert.match(pageText(), /3:45 \/ 3:45$/);
  assert.equal(filled(), 100);
  await perform(() => page.time.pass(1_000));
  assert.equal(pageText(), "");
});

Deno.test("a paused song says so, and stays where it is", async () => {
  await using page = await openPlaying({ ...SONG, isPlaying: false });
  await perform(() => page.time.pass(60_000));
  assert.equal(pageText(), "DuraklatıldıGülpembeBarış Manço1:23 / 3:45");
});

const MARKS: [what: string, changes: Partial<Playing>, mark: string | undefined, said: RegExp][] = [
  ["another guest's song", { requestId: "1", byGuest: true }, undefined, /Müşteri isteği/],
  ["the guest's own song", { requestId: "1", byGuest: true }, "Sizin isteğiniz", /Sizin isteğiniz/],
  ["the cafe's own music", {}, undefined, /^(?!.*iste[kğ])/],
];

for (const [what, changes, mark, said] of MARKS) {
  Deno.test(`what plays is marked as ${what}`, async () => {
    await using _ = await openPlaying({ ...SONG, ...changes }, mark);
    assert.match(pageText(), said);
  });
}

Deno.test("a song of unknown length has no bar, and tells how long it has played", async () => {
  await using _ = await openPlaying({ ...SONG, durationMs: null });
  assert.match(pageText(), /Barış Manço1:23$/);
  assert.equal(document.querySelector(".song-bar"), null);
});

Deno.test("before the server was asked, the page tells the length alone, unless the song is paused", async () => {
  const rendered = { ...SONG, positionMs: 0, seenAtMs: null };
  await using page = await openPlaying(rendered);
  assert.match(pageText(), /Barış Manço3:45$/);
  const paused = { ...rendered, positionMs: 5_000, isPlaying: false };
  await showPlaying(page, paused);
  assert.match(pageText(), /0:05 \/ 3:45$/);
});

Deno.test("the song that plays is in the card, not in the queue, and places follow", async () => {
  await using _ = await openStaticQueue({
    queue: [songRequest("1"), songRequest("2")],
    playing: playingSong({ requestId: "1", title: "Şarkı 1", byGuest: true }),
    mine: [ownRequest("1", { status: "approved", playing: true })],
  });
  assert.match(document.querySelector(".now")!.textContent!, /Şarkı 1.*Sizin isteğiniz/);
  const rows = texts(".board li");
  assert.equal(rows.length, 1);
  assert.match(rows[0]!, /^Sıra 1.*Şarkı 2/);
});

const heading = () => document.querySelector("h2")!.textContent;

async function showPlaying(page: DomPage, changes: Partial<Playing>, mark?: string): Promise<void> {
  await page.render(<NowPlaying playing={playingSong(changes)} mark={mark} />);
}

async function openPlaying(changes: Partial<Playing>, mark?: string): Promise<DomPage> {
  const page = await openPage();
  await showPlaying(page, changes, mark);
  return page;
}

/** How much of the bar is filled, in percent. */
function filled(): number {
  const { transform } = document.querySelector<HTMLElement>(".song-bar span")!.style;
  return 100 + Number(transform.match(/translateX\((.*)%\)/)![1]);
}

const MOMENT = /Şimdi sizin şarkınız!/;
const queued = ownRequest("1", { songTitle: "Gülpembe", status: "approved", place: 1 });
const playing: OwnRequest = {
  ...queued,
  place: null,
  playedAt: "2026-11-02T17:00:00.000Z",
  playing: true,
};

Deno.test("when a guest's own song starts the page celebrates it for 15 seconds, and the list says that it plays", async () => {
  await using page = await openOwnQueue([queued]);
  assert.doesNotMatch(pageText(), MOMENT);
  await changeMine(page, [playing]);
  assert.match(card()!, /Şimdi sizin şarkınız!Gülpembe/);
  assert.equal(announced(), "Şimdi sizin şarkınız! Gülpembe çalıyor.");
  assert.match(document.querySelector(".own")!.textContent!, /Şu anda çalıyor/);
  await page.time.pass(14_999);
  assert.ok(card());
  await page.time.pass(1);
  assert.equal(card(), undefined);
  assert.match(document.querySelector(".own")!.textContent!, /Şu anda çalıyor/);
});

Deno.test("a song that played before the page was opened is not celebrated, and one that is over is not either", async () => {
  await using page = await openOwnQueue([playing]);
  await changeMine(page, [{ ...playing, playing: false }]);
  assert.equal(card(), undefined);
  assert.equal(announced(), "Gülpembe: çalındı.");
});

Deno.test("the next own song is celebrated again, and the guest can close it", async () => {
  const next = ownRequest("2", { songTitle: "Islak Islak", status: "approved", place: 1 });
  await using page = await openOwnQueue([next, playing]);
  await changeMine(page, [{ ...next, ...playing, _id: "2", songTitle: "Islak Islak" }, {
    ...playing,
    playing: false,
  }]);
  assert.match(card()!, /Islak Islak/);
  await click(button("Kapat"));
  assert.equal(card(), undefined);
});

Deno.test("while a guest's song is next or plays, the page's title and icon say so, and the phone shakes at each step", async () => {
  await using opened = await openPage();
  document.head.innerHTML = '<title>Kahve</title><link rel="icon" href="/favicon.svg">';
  const shakes: unknown[] = [];
  Object.assign(navigator, {
    userActivation: { hasBeenActive: true },
    vibrate: (ms: number) => shakes.push(ms),
  });
  const said = () => [
    document.title,
    document.querySelector("[rel=icon]")!.getAttribute("href"),
    shakes.length,
  ];
  const page = await showOwnQueue(opened, [{ ...queued, place: 2 }]);
  assert.deepEqual(said(), ["Kahve", "/favicon.svg", 0]);
  await changeMine(page, [{ ...queued, place: 1 }]);
  assert.deepEqual(said(), ["Sırada siz varsınız · Kahve", "/favicon-waiting.svg", 1]);
  await changeMine(page, [{ ...queued, place: 1, tipAmount: 90 }]);
  assert.equal(shakes.length, 1, "once for each step");
  await changeMine(page, [playing]);
  assert.deepEqual(said(), ["Şarkınız çalıyor · Kahve", "/favicon-waiting.svg", 2]);
  await changeMine(page, [{ ...playing, playing: false }]);
  assert.equal(document.title, "Kahve");
  await changeMine(page, [{ ...queued, place: 1, asked: false }]);
  assert.equal(document.title, "Kahve", "a song that the guest only supports is another's");
});

Deno.test("a page that is opened while the guest's song is next says so without shaking the phone", async () => {
  await using opened = await openPage();
  document.head.innerHTML = '<title>Kahve</title><link rel="icon" href="/favicon.svg">';
  let shakes = 0;
  Object.assign(navigator, {
    userActivation: { hasBeenActive: true },
    vibrate: () => shakes += 1,
  });
  await showOwnQueue(opened, [{ ...queued, place: 1 }]);
  assert.deepEqual([document.title, shakes], ["Sırada siz varsınız · Kahve", 0]);
});

const card = () => document.querySelector(".moment")?.textContent ?? undefined;
const announced = () => document.querySelector(".visually-hidden[role=status]")!.textContent!;
