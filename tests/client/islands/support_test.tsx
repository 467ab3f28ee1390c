// A guest supports a song: from the queue, and from the results of a search.
import { strict as assert } from "node:assert";
import { type CafeStore, openCafeStore } from "../../../client/islands/cafe_store.ts";
import { QueueIsland } from "../../../client/islands/QueueIsland.tsx";
import { SearchIsland } from "../../../client/islands/SearchIsland.tsx";
import type { CafeSnapshot } from "../../../client/islands/cafe_store.ts";
import {
  answerSearches,
  type CafePage,
  requestsSent,
  resultRow,
  search,
  sheet,
  termField,
  tipChoice,
  tipEffect,
} from "../dom/cafe_search.tsx";
import { BUSY, refusal } from "../dom/network.ts";
import { answerNow } from "../dom/now.ts";
import {
  assertFocused,
  button,
  click,
  type DomPage,
  field,
  openPage,
  pageText,
  perform,
  submit,
  texts,
  type,
  until,
} from "../dom/page.ts";
import { connectedOwner } from "../../support/people/cafe_evening.ts";
import { guestOf } from "../../support/people/guests.ts";
import { decide, queueOf, submit as sendRequest } from "../../support/people/requests.ts";
import {
  cafeSnapshot,
  openHouse,
  ownRequest,
  searchResult,
  songRequest,
} from "../../support/people/songs.ts";
import { testApp } from "../../support/start/test_app.ts";

const SUPPORT = "Destek ver";
const QUEUE = [
  songRequest("1", { tipAmount: 50 }),
  songRequest("2", { tipAmount: 30, createdAt: "2026-11-02T17:01:00.000Z" }),
  songRequest("3", { tipAmount: 20, createdAt: "2026-11-02T17:00:30.000Z" }),
];

Deno.test("a guest supports a song of the queue, which moves up, and reads the own part and the sum", async () => {
  await using app = await testApp();
  const { ownerId, cafeId, token } = await connectedOwner(app);
  for (const [songTitle, tipAmount] of [["Dönence", 30], ["Gülpembe", 25]] as const) {
    const { _id } = await sendRequest(app, ownerId, { songTitle, tipAmount });
    await decide(app, token, _id, "approved");
  }
  const guest = await guestOf(app, ownerId);
  await using page = await openPage(app, guest.cookie);
  const queue = await queueOf(app, ownerId);
  await openCafe(page, { ownerId, cafeId, queue });
  await openSupport("Gülpembe");
  assert.equal(standing(), "2. sırada, bahşişi 25 TL.");
  assert.equal(tipEffect(), "Toplam 35 TL → 1. sıra, yaklaşık 1 dk");
  await click(sending());
  await until(() => document.querySelector(".board .song-title")?.textContent === "Gülpembe");
  assert.equal(sheet(), null);
  assert.match(pageText(), /Destek verdiniz!Toplam bahşiş 35 TL oldu\./);
  assert.match(document.querySelector(".board li")!.textContent!, /Destek verdiniz35,00 TL/);
  const own = document.querySelector(".own li")!.textContent!;
  assert.match(own, /Gülpembe.*1\. sırada.*Sizin bahşişiniz 10,00 TL, toplam 35,00 TL$/);
  assertFocused(button("Destek ver: Gülpembe"));
  assert.deepEqual((await guest.mine()).map(({ asked, ownTip }) => [asked, ownTip]), [[false, 10]]);
});

Deno.test("the sheet of support has no choice of no tip, and says which place the sum gives", async () => {
  await using _ = await openAnswered({ queue: QUEUE });
  await openSupport("Şarkı 3");
  const choices = texts(".tip-choice");
  assert.deepEqual(choices, ["10 TL", "25 TL", "50 TL", "100 TL", "Başka tutar"]);
  assertFocused(tipChoice("10 TL"));
  // The request is older than the one that has as much.
  assert.match(tipEffect(), /^Toplam 30 TL → 2\. sıra/);
  await click(tipChoice("25 TL"));
  assert.match(tipEffect(), /^Toplam 45 TL → 2\. sıra/);
  await click(tipChoice("50 TL"));
  assert.match(tipEffect(), /^Toplam 70 TL → 1\. sıra/);
  assert.match(sheet()!.textContent!, /Destek geri alınamaz\./);
  assert.doesNotMatch(sheet()!.textContent!, /Kafe onaylayınca/);
});

Deno.test("a retry of the same support keeps its key, another amount and a later support have keys of their own", async () => {
  await using page = await openAnswered({ queue: QUEUE });
  page.network.answer("POST", "/api/requests/3/tips", BUSY);
  await openSupport("Şarkı 3");
  await click(sending());
  assert.match(sheet()!.textContent!, /Destek verilirken bir sorun oluştu\.Sistem şu anda yoğun\./);
  await click(sending());
  await click(tipChoice("50 TL"));
  accept(page);
  await click(sending());
  assert.equal(sheet(), null);
  await openSupport("Şarkı 3");
  await click(tipChoice("50 TL"));
  await click(sending());
  const sent = requestsSent(page).map(({ path, headers, body }) => {
    assert.equal(path, "/api/requests/3/tips");
    return [(body as { tipAmount: number }).tipAmount, headers.get("idempotency-key")];
  });
  assert.deepEqual(sent.map(([tip]) => tip), [10, 10, 50, 50]);
  const keys = sent.map(([, key]) => key);
  assert.equal(keys[1], keys[0]);
  assert.equal(new Set(keys).size, 3);
});

Deno.test("support that comes too late says so, and a sheet whose song has left the queue offers nothing", async () => {
  await using page = await openAnswered({ queue: QUEUE });
  const late = "Bu şarkı artık sırada beklemiyor. Başka bir şarkı isteyebilirsiniz.";
  page.network.answer("POST", "/api/requests/3/tips", refusal("not_supportable", late));
  await openSupport("Şarkı 3");
  await click(sending());
  assert.ok(sheet()!.textContent!.includes(late));
  answerQueue(page, QUEUE.slice(0, 2));
  await perform(() => page.cafe.refresh());
  assert.equal(document.querySelector(".sheet-question")!.textContent, late);
  assertFocused(document.querySelector(".sheet-question"));
  assert.equal(document.querySelector("dialog[open] [type=submit]"), null);
});

Deno.test("a result that is in the queue can be supported or asked for again", async () => {
  const song = searchResult();
  await using page = await openAnswered({
    queue: [songRequest("3", { uri: song.uri, songTitle: song.title, tipAmount: 20 })],
  });
  answerSearches(page, [song, searchResult({ id: "2", title: "Dönence", uri: "another" })]);
  await beginSearch();
  assert.deepEqual(offered(), ["Destek ver: Gülpembe"]);
  await click(document.querySelector<HTMLElement>(".results .row-action")!);
  await click(sending());
  assert.equal(requestsSent(page)[0]!.path, "/api/requests/3/tips");
  assert.equal(sheet(), null);
  assert.ok(resultRow("Gülpembe"), "the results stay");
  page.network.answer("POST", "/api/requests", songRequest("4"));
  await click(resultRow("Gülpembe"));
  await click(button("İstek gönder"));
  assert.equal(requestsSent(page)[1]!.path, "/api/requests");
});

Deno.test("a result that this guest has asked for can be supported while it waits", async () => {
  const song = searchResult();
  const mine = [ownRequest("3", { songTitle: song.title, artist: song.artist })];
  await using page = await openAnswered({ mine });
  answerSearches(page, [song]);
  await beginSearch();
  await click(document.querySelector<HTMLElement>(".results .row-action")!);
  assert.equal(standing(), "Onay bekliyor, bahşişi 10 TL.");
  assert.match(tipEffect(), /^Toplam 20 TL → 1\. sıra/);
  const hint = /Kafe onaylayınca bu sıraya girer\. Destek geri alınamaz\./;
  assert.match(sheet()!.textContent!, hint);
});

Deno.test("a result that waits by another guest is supported with one tap, and its tip is not told", async () => {
  await using page = await openAnswered({});
  answerSearches(page, [{ ...searchResult(), waiting: "3" }]);
  await beginSearch();
  assert.match(document.querySelector(".result")!.textContent!, /Bekliyor$/);
  await click(document.querySelector<HTMLElement>(".results .row-action")!);
  assert.equal(standing(), "Bu şarkı zaten bekliyor.");
  assert.equal(tipEffect(), "");
  assert.match(sheet()!.textContent!, /Destek geri alınamaz\./);
  assert.doesNotMatch(sheet()!.textContent!, /sıraya girer/);
  await click(sending());
  assert.deepEqual(page.network.paths("POST"), ["/api/requests/3/tips"]);
  assert.match(pageText(), /Destek verdiniz!Toplam bahşiş 70 TL oldu\./);
});

Deno.test("a song that is refused because it waits can be supported from the refusal", async () => {
  await using page = await openAnswered({});
  const song = searchResult();
  answerSearches(page, [song]);
  const waits = "Bu şarkı zaten bekliyor. Çaldıktan 60 dakika sonra tekrar istenebilir.";
  const refused = refusal("song_waiting", waits, { "waiting-request": "3" });
  page.network.answer("POST", "/api/requests", refused);
  await beginSearch();
  await click(resultRow(song.title));
  await click(button("İstek gönder"));
  assert.ok(sheet()!.textContent!.includes(waits));
  accept(page);
  await click(button(`Destek ver: ${song.title}`));
  await click(sending());
  assert.equal(requestsSent(page).at(-1)!.path, "/api/requests/3/tips");
});

Deno.test("the sheet of a song in the guest's own words that is in the queue can become the sheet of support", async () => {
  const named = { uri: "manual:", songTitle: "Sarı Gelin", artist: "Anonim", tipAmount: 20 };
  await using page = await openAnswered({ queue: [songRequest("3", named)] }, true);
  answerSearches(page, []);
  await perform(() => termField().focus());
  await until(() => document.querySelector("dialog"));
  await submit(termField(), "sarı gelin");
  await until(() => document.querySelector(".free-row"));
  await click(document.querySelector<HTMLElement>(".free-row")!);
  await type(field("Şarkının adı"), "Sarı Gelin");
  await submit(field("Sanatçı"), "Anonim");
  assert.equal(standing(), "Bu şarkı zaten sırada (1. sıra).");
  const { depth } = history.state;
  await click(document.querySelector<HTMLElement>("dialog .row-action")!);
  assert.equal(standing(), "1. sırada, bahşişi 20 TL.");
  assertFocused(tipChoice("10 TL"));
  assert.equal(history.state.depth, depth, "one step back leaves either sheet");
  await click(sending());
  assert.equal(sheet(), null);
  assert.deepEqual(page.network.paths("POST"), ["/api/requests/3/tips"]);
});

Deno.test("songs can be supported while the cafe accepts no requests", async () => {
  const house = openHouse({ open: false, lines: ["İstekler kapalı."] });
  await using page = await openAnswered({ queue: QUEUE, house });
  await openSupport("Şarkı 3");
  await click(sending());
  assert.equal(requestsSent(page).length, 1);
});

Deno.test("a song that the guest supports starts with words of its own", async () => {
  const supported = ownRequest("3", { status: "approved", place: 1, asked: false });
  await using page = await openAnswered({ mine: [supported] });
  const playing = {
    ...supported,
    place: null,
    playedAt: "2026-11-02T17:00:00.000Z",
    playing: true,
  };
  page.network.answer("GET", "/api/requests/mine", [playing]);
  await perform(() => page.cafe.refresh());
  assert.match(document.querySelector(".moment")!.textContent!, /Destek verdiğiniz şarkı başladı!/);
  const announced = document.querySelector(".visually-hidden[role=status]:last-child")!;
  assert.equal(announced.textContent, "Destek verdiğiniz şarkı başladı! Şarkı 3 çalıyor.");
});

/** Opens the page, whose queue stays as it is in `snapshot`. Every support is accepted. */
async function openAnswered(snapshot: Partial<CafeSnapshot>, freeWords = false): Promise<CafePage> {
  const page = await openPage();
  answerQueue(page, snapshot.queue ?? []);
  page.network.answer("GET", "/api/requests/mine", () => Response.json(snapshot.mine ?? []));
  answerNow(page, null, snapshot.house);
  accept(page);
  return { ...page, cafe: await openCafe(page, snapshot, freeWords) };
}

async function openCafe(
  page: DomPage,
  snapshot: Partial<CafeSnapshot>,
  freeWords = false,
): Promise<CafeStore> {
  const cafe = openCafeStore(cafeSnapshot(snapshot));
  await page.render(
    <>
      <SearchIsland cafe={cafe} demo freeWords={freeWords} term="" />
      <QueueIsland cafe={cafe} />
    </>,
  );
  return cafe;
}

function answerQueue(page: DomPage, queue: CafeSnapshot["queue"]): void {
  page.network.answer("GET", "/api/requests/queue/", () => Response.json(queue));
}

/** Every support is accepted. */
function accept(page: DomPage): void {
  const answer = () => Response.json({ tipAmount: 70, ownTip: 50 }, { status: 201 });
  page.network.answer("POST", "/api/requests/3/tips", answer);
}

/** Searches in the page, whose search is loaded first. */
async function beginSearch(): Promise<void> {
  await perform(() => termField().focus());
  await until(() => document.querySelector("dialog"));
  await search("gülpembe");
}

/** Presses the button in the queue, which loads the sheet first. */
async function openSupport(title: string): Promise<void> {
  await click(button(`Destek ver: ${title}`));
  await until(sheet);
}

/** The button that sends the support. */
function sending(): HTMLButtonElement {
  const found = document.querySelector<HTMLButtonElement>("dialog[open] [type=submit]")!;
  assert.equal(found.textContent, SUPPORT);
  return found;
}

const standing = () => document.querySelector("dialog[open] .song-standing")!.textContent!;

/** What the buttons beside the results are called. */
function offered(): (string | null)[] {
  return [...document.querySelectorAll(".results .row-action")].map((one) =>
    one.getAttribute("aria-label")
  );
}
