// What the sheet says if a request was not accepted, and for how long.
import { errorBody } from "../../../../server/http/error_table.ts";
import { strict as assert } from "node:assert";
import { sendRequest } from "../../../../client/islands/sheet/use_send.ts";
import {
  answerSearches,
  openSheet,
  openSheetOn,
  requestsSent,
  rows,
  search,
  sheet,
  termField,
  tipChoice,
} from "../../dom/cafe_search.tsx";
import { BUSY, type Network, openNetwork, refusal, refused } from "../../dom/network.ts";
import {
  assertFocused,
  button,
  click,
  type DomPage,
  openPage,
  pageText,
  perform,
  settle,
  type,
  until,
} from "../../dom/page.ts";
import { searchResult, songRequest } from "../../../support/people/songs.ts";

const SONG = searchResult();
const SEND = "İstek gönder";
const LIMITED = "Kısa sürede çok fazla istek gönderdiniz. 42 saniye sonra tekrar deneyin.";

Deno.test("a failure is shown with the server's sentence, and a retry keeps its key unless the tip changes", async () => {
  await using page = await openPage();
  await openSheetOn(page, SONG);
  page.network.answer("POST", "/api/requests", BUSY);
  await click(button(SEND));
  assert.equal(fault(), "İstek gönderilirken bir sorun oluştu.Sistem şu anda yoğun.");
  await click(button(SEND));
  await click(tipChoice("50 TL"));
  await click(button(SEND));
  const [first, second, third] = keysOf(page);
  assert.match(first!, /^[0-9a-f]{32}$/);
  assert.equal(second, first);
  assert.notEqual(third, first);
  assert.ok(sheet(), "the guest can try again");
});

Deno.test("a sheet that is closed and opened again keeps the key, so that one press asks once", async () => {
  await using page = await openPage();
  await openSheetOn(page, SONG);
  page.network.answer("POST", "/api/requests", () => Promise.reject(new TypeError("lost")));
  await click(button(SEND));
  await click(button("Vazgeç ve kapat"));
  await click(document.querySelector<HTMLElement>(".result")!);
  await click(button(SEND));
  const [first, second] = keysOf(page);
  assert.equal(second, first);
});

Deno.test("a guest who meets the limit reads in how many seconds to try again, until they are over", async () => {
  await using page = await openPage();
  await openSheetOn(page, SONG);
  page.network.answer(
    "POST",
    "/api/requests",
    refusal("too_many_requests", LIMITED, { "retry-after": "42" }),
  );
  await click(button(SEND));
  assert.equal(fault(), `İstek gönderilirken bir sorun oluştu.${LIMITED}`);
  await page.time.pass(41_999);
  assert.ok(fault());
  await page.time.pass(1);
  assert.equal(fault(), undefined);
});

Deno.test("what the cafe's rules refuse is said alone; another 409 is a failure", async () => {
  await using page = await openPage();
  await openSheetOn(page, SONG);
  const { msg } = errorBody({ code: "song_blocked", detail: {} });
  page.network.answer("POST", "/api/requests", refusal("song_blocked"));
  await click(button(SEND));
  assert.equal(fault(), msg);
  page.network.answer("POST", "/api/requests", refusal("idempotency_key_reused", "Kullanılmış."));
  await click(button(SEND));
  assert.equal(fault(), "İstek gönderilirken bir sorun oluştu.Kullanılmış.");
});

Deno.test("a request without a connection says so, until the page is connected again", async () => {
  await using page = await openPage();
  await openSheetOn(page, SONG);
  await perform(() => page.sockets.latest().drop());
  page.network.answer("POST", "/api/requests", () => Promise.reject(new TypeError("offline")));
  await click(button(SEND));
  assert.match(fault()!, /Bağlantı yok\. Bağlantı gelince tekrar deneyin\.$/);
  await page.time.pass(1_000);
  await perform(() => page.sockets.latest().say({ type: "ready", revision: 1 }));
  assert.equal(fault(), undefined);
  page.network.answer(
    "POST",
    "/api/requests",
    () => Response.json(songRequest("1"), { status: 201 }),
  );
  await click(button(SEND));
  assert.equal(sheet(), null);
});

function fault(): string | undefined {
  return sheet()!.querySelector(".notice-error")?.textContent ?? undefined;
}

function keysOf(page: DomPage): (string | null)[] {
  return requestsSent(page).map(({ headers }) => headers.get("idempotency-key"));
}

// What a guest does while a request is under way is not undone by its answer.
const OTHER = searchResult({ id: "2", title: "Islak Islak", uri: "another" });

Deno.test("a guest who searches again while a request is under way keeps the new results and the focus", async () => {
  await using page = await openPage();
  const answer = await askSlowly(page);
  answerSearches(page, [OTHER]);
  await search("cem");
  await until(() => rows()[0]!.startsWith("Islak"));
  await answer();
  assert.match(rows()[0]!, /^Islak Islak/);
  assert.equal(termField().value, "cem");
  assertFocused(termField());
});

Deno.test("a guest who begins to type while a request is under way can go on typing", async () => {
  await using page = await openPage();
  const answer = await askSlowly(page);
  await type(termField(), "cem");
  await answer();
  assert.equal(termField().value, "cem");
  assertFocused(termField());
});

Deno.test("a guest who opens another song while a request is under way stays in its sheet", async () => {
  await using page = await openPage();
  const answer = await askSlowly(page);
  await openSheet("Islak Islak");
  await answer();
  assert.match(sheet()!.textContent!, /Islak Islak/);
});

Deno.test("a guest who only closed the sheet sees the results go, as with an open one", async () => {
  await using page = await openPage();
  const answer = await askSlowly(page);
  await answer();
  assert.deepEqual([rows(), termField().value], [[], ""]);
});

Deno.test("a request that fails after the sheet was closed is reported on the page", async () => {
  await using page = await openPage();
  const answer = await askSlowly(page);
  await answer(refused("database_unavailable", "Sistem şu anda yoğun."));
  assert.match(pageText(), /İstek gönderilirken bir sorun oluştu\.Sistem şu anda yoğun\./);
  assert.equal(rows().length, 2);
});

Deno.test("a request that fails after its sheet was closed and opened again is reported on the page", async () => {
  await using page = await openPage();
  const answer = await askSlowly(page);
  await openSheet(SONG.title);
  await answer(refused("database_unavailable", "Sistem şu anda yoğun."));
  assert.match(pageText(), /İstek gönderilirken bir sorun oluştu\.Sistem şu anda yoğun\./);
  assert.match(sheet()!.textContent!, /Gülpembe/);
});

/** Asks for SONG and closes the sheet. The returned function answers, and resolves once the page has reacted. */
async function askSlowly(page: DomPage): Promise<(answer?: Response) => Promise<void>> {
  await openSheetOn(page, SONG, {}, [OTHER]);
  const waiting = page.network.hold("POST", "/api/requests");
  await click(button("İstek gönder"));
  await click(button("Vazgeç ve kapat"));
  return async (answer = Response.json(songRequest("1"), { status: 201 })) => {
    waiting[0]!.release(answer);
    await until(() => /Şarkı isteğiniz gönderildi!|bir sorun oluştu/.test(pageText()));
    await settle();
  };
}

const COVERED = searchResult({ albumArt: "https://i.scdn.co/image/1" });

Deno.test("sendRequest sends the song, the cafe and the tip", async () => {
  using network = acceptingNetwork();
  await sendRequest(COVERED, { ownerId: "owner", tipAmount: 25 }, {});
  assert.deepEqual(network.calls[0]!.body, {
    songTitle: COVERED.title,
    artist: COVERED.artist,
    albumArt: COVERED.albumArt,
    uri: COVERED.uri,
    ownerId: "owner",
    tipAmount: 25,
  });
});

function acceptingNetwork(): Network {
  const network = openNetwork();
  network.answer("POST", "/api/requests", () => Response.json(songRequest("1"), { status: 201 }));
  return network;
}
