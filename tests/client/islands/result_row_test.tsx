import { strict as assert } from "node:assert";
import { type CafeSnapshot, staticCafeStore } from "../../../client/islands/cafe_store.ts";
import { ResultRow } from "../../../client/islands/ResultRow.tsx";
import { Notices } from "../../../client/components/Notices.tsx";
import { createNotices } from "../../../client/lib/notices.ts";
import { refusal } from "../../support/dom/network.ts";
import {
  button,
  click,
  type DomPage,
  field,
  openPage,
  pageText,
  settle,
  type,
} from "../../support/dom/page.ts";
import { searchResult, songRequest } from "../../support/people/songs.ts";

const SONG = searchResult();
const SEND = `İste: ${SONG.title}`;

Deno.test("a result offers five tips, and 10 TL is chosen at first", async () => {
  await using page = await openPage();
  await renderRow(page);
  const tips = [...document.querySelectorAll("[role=group] button")];
  assert.deepEqual(tips.map((tip) => tip.textContent), ["0", "10", "25", "50", "100"]);
  const chosen = tips.filter((tip) => tip.getAttribute("aria-pressed") === "true");
  assert.deepEqual(chosen.map((tip) => tip.textContent), ["10"]);
  assert.equal(field("Bahşiş (TL)").value, "10");
});

Deno.test("a chosen tip is sent, and the guest is told that the request arrived", async () => {
  await using page = await openPage();
  const sent = await renderRow(page);
  await click(button("25 TL bahşiş"));
  assert.equal(field("Bahşiş (TL)").value, "25");
  await click(button(SEND));
  assert.equal((page.network.calls[0]!.body as { tipAmount: number }).tipAmount, 25);
  assert.match(pageText(), /Şarkı isteğiniz gönderildi!Kafe onaylayınca sıraya girer\./);
  assert.equal(sent(), 1);
});

Deno.test("a typed tip is shown as it will be sent, an empty field sends none", async () => {
  await using page = await openPage();
  await renderRow(page);
  await type(field("Bahşiş (TL)"), "12.5");
  assert.match(pageText(), /12,50 TL/);
  await type(field("Bahşiş (TL)"), "");
  assert.doesNotMatch(pageText(), /\d TL/);
  await click(button(SEND));
  assert.equal((page.network.calls[0]!.body as { tipAmount: number }).tipAmount, 0);
});

Deno.test("a failure is shown with the server's sentence, and a retry keeps its key unless the tip changes", async () => {
  await using page = await openPage();
  const sent = await renderRow(page);
  page.network.answer("POST", "/api/requests", refusal(429, "Çok fazla deneme yapıldı."));
  await click(button(SEND));
  assert.match(pageText(), /İstek gönderilirken bir sorun oluştu\.Çok fazla deneme yapıldı\./);
  await click(button(SEND));
  await click(button("50 TL bahşiş"));
  await click(button(SEND));
  const [first, second, third] = page.network.calls.map(({ headers }) =>
    headers.get("idempotency-key")
  );
  assert.match(first!, /^[0-9a-f]{32}$/);
  assert.equal(second, first);
  assert.notEqual(third, first);
  assert.equal(sent(), 0);
});

Deno.test("a second press while the request is under way sends nothing", async () => {
  await using page = await openPage();
  const sent = await renderRow(page);
  const waiting = page.network.hold("POST", "/api/requests");
  await click(button(SEND));
  await click(button(SEND));
  assert.equal(button(SEND).getAttribute("aria-disabled"), "true");
  assert.equal(waiting.length, 1);
  waiting[0]!.release(Response.json(songRequest("1"), { status: 201 }));
  await settle();
  assert.equal(sent(), 1);
});

Deno.test("a song that is in the queue already says so, with its place", async () => {
  await using page = await openPage();
  await renderRow(page, { queue: [songRequest("1"), songRequest("2", { uri: SONG.uri })] });
  assert.match(pageText(), /Bu şarkı zaten sırada \(2\. sıra\)\./);
  await renderRow(page, { queue: [songRequest("1")] });
  assert.doesNotMatch(pageText(), /zaten sırada/);
});

Deno.test("without a cafe no request is sent, and the guest is told", async () => {
  await using page = await openPage();
  await renderRow(page, { ownerId: "" });
  await click(button(SEND));
  assert.deepEqual(page.network.calls, []);
  assert.match(pageText(), /Kafe bilgileri yüklenemedi, istek gönderilemiyor\./);
});

/** Returns a function that says how often `onSent` was called. */
async function renderRow(page: DomPage, changes: Partial<CafeSnapshot> = {}) {
  page.network.answer(
    "POST",
    "/api/requests",
    () => Response.json(songRequest("1"), { status: 201 }),
  );
  const cafe = staticCafeStore({ ownerId: "owner", queue: [], mine: [], ...changes });
  const notices = createNotices();
  let sent = 0;
  await page.render(
    <>
      <ResultRow song={SONG} cafe={cafe} notices={notices} onSent={() => void (sent += 1)} />
      <Notices notices={notices} />
    </>,
  );
  return () => sent;
}
