// What the sheet says if a request was not accepted, and for how long.
import { errorBody } from "../../../../server/http/error_table.ts";
import { strict as assert } from "node:assert";
import {
  acceptRequests,
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
import { BUSY, OFFLINE, refusal, refused } from "../../dom/network.ts";
import {
  assertFocused,
  button,
  click,
  type DomPage,
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
  await using page = await openSheetOn(SONG);
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
  await using page = await openSheetOn(SONG);
  page.network.answer("POST", "/api/requests", () => Promise.reject(new TypeError("lost")));
  await click(button(SEND));
  await click(button("Vazgeç ve kapat"));
  await click(document.querySelector<HTMLElement>(".result")!);
  await click(button(SEND));
  const [first, second] = keysOf(page);
  assert.equal(second, first);
});

Deno.test("a guest who meets the limit reads in how many seconds to try again, until they are over", async () => {
  await using page = await openSheetOn(SONG);
  const late = { "retry-after": "42" };
  page.network.answer("POST", "/api/requests", refusal("too_many_requests", LIMITED, late));
  await click(button(SEND));
  assert.equal(fault(), `İstek gönderilirken bir sorun oluştu.${LIMITED}`);
  await page.time.pass(41_999);
  assert.ok(fault());
  await page.time.pass(1);
  assert.equal(fault(), undefined);
});

Deno.test("what the cafe's rules refuse is said alone; another 409 is a failure", async () => {
  await using page = await openSheetOn(SONG);
  const { msg } = errorBody({ code: "song_blocked", detail: {} });
  page.network.answer("POST", "/api/requests", refusal("song_blocked"));
  await click(button(SEND));
  assert.equal(fault(), msg);
  page.network.answer("POST", "/api/requests", refusal("idempotency_key_reused", "Kullanılmış."));
  await click(button(SEND));
  assert.equal(fault(), "İstek gönderilirken bir sorun oluştu.Kullanılmış.");
});

Deno.test("a request without a connection says so, until the page is connected again", async () => {
  await using page = await openSheetOn(SONG);
  await perform(() => page.sockets.latest().drop());
  page.network.answer("POST", "/api/requests", OFFLINE);
  await click(button(SEND));
  assert.match(fault()!, /Bağlantı yok\. Bağlantı gelince tekrar deneyin\.$/);
  await page.time.pass(1_000);
  await page.hear({ type: "ready", revision: 1 });
  assert.equal(fault(), undefined);
  acceptRequests(page);
  await click(button(SEND));
  assert.equal(sheet(), null);
});

const fault = () => sheet()!.querySelector(".notice-error")?.textContent ?? undefined;

function keysOf(page: DomPage): (string | null)[] {
  return requestsSent(page).map(({ headers }) => headers.get("idempotency-key"));
}

// What a guest does while a request is under way is not undone by its answer.
const OTHER = searchResult({ id: "2", title: "Islak Islak", uri: "another" });

Deno.test("a guest who searches again while a request is under way keeps the new results and the focus", async () => {
  await using page = await askSlowly();
  answerSearches(page, [OTHER]);
  await search("cem");
  await until(() => rows()[0]!.startsWith("Islak"));
  await page.answer();
  assert.match(rows()[0]!, /^Islak Islak/);
  assert.equal(termField().value, "cem");
  assertFocused(termField());
});

Deno.test("a guest who begins to type while a request is under way can go on typing", async () => {
  await using page = await askSlowly();
  await type(termField(), "cem");
  await page.answer();
  assert.equal(termField().value, "cem");
  assertFocused(termField());
});

Deno.test("a guest who opens another song while a request is under way stays in its sheet", async () => {
  await using page = await askSlowly();
  await openSheet("Islak Islak");
  await page.answer();
  assert.match(sheet()!.textContent!, /Islak Islak/);
});

Deno.test("a guest who only closed the sheet sees the results go, as with an open one", async () => {
  await using page = await askSlowly();
  await page.answer();
  assert.deepEqual([rows(), termField().value], [[], ""]);
});

Deno.test("a request that fails after the sheet was closed is reported on the page", async () => {
  await using page = await askSlowly();
  await page.answer(refused("database_unavailable", "Sistem şu anda yoğun."));
  assert.match(pageText(), /İstek gönderilirken bir sorun oluştu\.Sistem şu anda yoğun\./);
  assert.equal(rows().length, 2);
});

Deno.test("a request that fails after its sheet was closed and opened again is reported on the page", async () => {
  await using page = await askSlowly();
  await openSheet(SONG.title);
  await page.answer(refused("database_unavailable", "Sistem şu anda yoğun."));
  assert.match(pageText(), /İstek gönderilirken bir sorun oluştu\.Sistem şu anda yoğun\./);
  assert.match(sheet()!.textContent!, /Gülpembe/);
});

/** Asks for SONG and closes the sheet. `answer` answers, and resolves once the page has reacted. */
async function askSlowly() {
  const page = await openSheetOn(SONG, {}, [OTHER]);
  const waiting = page.network.hold("POST", "/api/requests");
  await click(button(SEND));
  await click(button("Vazgeç ve kapat"));
  return {
    ...page,
    async answer(answer = Response.json(songRequest("1"), { status: 201 })) {
      waiting[0]!.release(answer);
      await until(() => /Şarkı isteğiniz gönderildi!|bir sorun oluştu/.test(pageText()));
      await settle();
    },
  };
}
