// What a guest reads of the rules of the house, and what is in place of the search while requests are not accepted.
import { strict as assert } from "node:assert";
import type { CafeStore } from "../../../client/islands/cafe_store.ts";
import type { CafeHouse } from "../../../server/contract/house.ts";
import {
  answerSearches,
  openSearch,
  openSheetOn,
  requestsSent,
  rows,
  search,
  sheet,
  termField,
} from "../dom/cafe_search.tsx";
import { refusal } from "../dom/network.ts";
import { answerNow } from "../dom/now.ts";
import {
  assertFocused,
  button,
  click,
  type DomPage,
  openPage,
  pageText,
  perform,
} from "../dom/page.ts";
import { openHouse, ownRequest, searchResult, songRequest } from "../../support/people/songs.ts";

const SONG = searchResult();
const CLOSED = "İstekler yarın 18.00'de açılacak.";
const BLOCKED = "Bazı şarkılar bu kafede istenemiyor.";

Deno.test("one rule of the house is below the search, and the others are folded", async () => {
  await using page = await openPage();
  await openSearch(page, { house: openHouse({ lines: [BLOCKED, "Son istek saati 01.30."] }) });
  assert.equal(document.querySelector(".house-lines > p")!.textContent, BLOCKED);
  assert.equal(
    document.querySelector(".house-lines details")!.textContent,
    "KurallarSon istek saati 01.30.",
  );
  assert.equal(closedSentence(), "");
});

Deno.test("while requests are not accepted, a sentence is in place of the search, and own requests stay", async () => {
  await using page = await openPage();
  const cafe = await openSearch(page, { mine: [ownRequest("1")] });
  answerSearches(page, [SONG]);
  await search("gül");
  await turn(page, cafe, openHouse({ open: false, lines: [CLOSED, BLOCKED] }), [ownRequest("1")]);
  assert.equal(closedSentence(), CLOSED);
  assert.ok(termField().closest("[hidden]"));
  assert.equal(document.querySelector(".result"), null);
  assert.doesNotMatch(pageText(), new RegExp(BLOCKED));
  assert.match(pageText(), /İsteklerim.*Şarkı 1/);
  await turn(page, cafe, openHouse());
  assert.equal(closedSentence(), "");
  assert.equal(termField().value, "gül", "what was typed is there again");
  assert.equal(rows().length, 1);
});

Deno.test("a sheet that is open when requests end says so, sends nothing, and can be closed", async () => {
  await using page = await openPage();
  const cafe = await openSheetOn(page, SONG);
  await turn(page, cafe, openHouse({ open: false, lines: [CLOSED] }));
  assertFocused(sheet()!.querySelector(".sheet-question"));
  assert.match(sheet()!.textContent!, new RegExp(CLOSED));
  assert.equal(sheet()!.querySelector("[type=submit]"), null);
  await perform(() => sheet()!.querySelector("form")!.requestSubmit());
  assert.deepEqual(requestsSent(page), []);
  await click(button("Kapat"));
  assert.equal(sheet(), null);
});

Deno.test("a refusal by a rule is shown as the server says it, and the rules are fetched again", async () => {
  await using page = await openPage();
  await openSheetOn(page, SONG);
  const sentence = "Bu kafede 6 dakikadan uzun şarkılar istenemiyor.";
  page.network.answer("POST", "/api/requests", refusal("requests_closed", sentence));
  page.network.answer("GET", "/api/requests/", () => Response.json([]));
  answerNow(page, null, openHouse({ lines: ["En fazla 6 dakikalık şarkılar istenebiliyor."] }));
  await click(button("İstek gönder"));
  assert.equal(sheet()!.querySelector(".notice-error")!.textContent, sentence);
  assert.match(pageText(), /En fazla 6 dakikalık şarkılar istenebiliyor\./);
});

/** The page fetches that the rules are now `house`. */
async function turn(
  page: DomPage,
  cafe: CafeStore,
  house: CafeHouse,
  mine: ReturnType<typeof ownRequest>[] = [],
): Promise<void> {
  page.network.answer("GET", "/api/requests/queue/owner", () => Response.json([]));
  page.network.answer("GET", "/api/requests/mine", () => Response.json(mine));
  answerNow(page, null, house);
  await perform(() => cafe.refresh());
}

function closedSentence(): string {
  return document.querySelector(".house-closed")!.textContent!;
}

// A guest at a table: what the page asks and sends, and what it shows once the code has ended.
const SEND = "İstek gönder";

for (
  const [what, table, sent] of [
    ["sends it with the request", "Masa 5", "k3m9x2pq"],
    ["sends none once it has ended", null, undefined],
  ] as const
) {
  Deno.test(`a page with a table's code ${what}`, async () => {
    await using page = await openPage();
    const house = openHouse({ tables: "optional", table });
    await openSheetOn(page, searchResult(), { masa: "k3m9x2pq", house });
    page.network.answer("POST", "/api/requests", () => Response.json(songRequest("1")));
    await click(button(SEND));
    const [{ body }] = requestsSent(page) as unknown as [{ body: { table?: string } }];
    assert.equal(body.table, sent);
  });
}
