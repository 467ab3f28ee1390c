// What the sheet says if a request was not accepted, and for how long.
import { strict as assert } from "node:assert";
import { errorBody } from "../../../../server/http/error_table.ts";
import { openSheetOn, requestsSent, sheet, tipChoice } from "../../../support/dom/cafe_search.tsx";
import { refusal } from "../../../support/dom/network.ts";
import { button, click, type DomPage, openPage, perform } from "../../../support/dom/page.ts";
import { searchResult, songRequest } from "../../../support/people/songs.ts";

const SONG = searchResult();
const SEND = "İstek gönder";
const LIMITED = "Kısa sürede çok fazla istek gönderdiniz. 42 saniye sonra tekrar deneyin.";

Deno.test("a failure is shown with the server's sentence, and a retry keeps its key unless the tip changes", async () => {
  await using page = await openPage();
  await openSheetOn(page, SONG);
  page.network.answer(
    "POST",
    "/api/requests",
    refusal("database_unavailable", "Sistem şu anda yoğun."),
  );
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
