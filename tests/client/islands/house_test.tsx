// What a guest reads of the rules of the house, and what is in place of the search while requests are not accepted.
import { strict as assert } from "node:assert";
import type { CafeHouse } from "../../../server/contract/house.ts";
import {
  type CafePage,
  openSearchOf,
  openSheetOn,
  requestsSent,
  rows,
  search,
  sheet,
  termField,
} from "../dom/cafe_search.tsx";
import { refusal } from "../dom/network.ts";
import { answerNow } from "../dom/now.ts";
import { assertFocused, button, click, pageText, perform } from "../dom/page.ts";
import { openHouse, ownRequest, searchResult } from "../../support/people/songs.ts";

const SONG = searchResult();
const CLOSED = "İstekler yarın 18.00'de açılacak.";
const BLOCKED = "Bazı şarkılar bu kafede istenemiyor.";

Deno.test("one rule of the house is below the search, and the others are folded", async () => {
  const house = openHouse({ lines: [BLOCKED, "Son istek saati 01.30."] });
  await using _ = await openSearchOf([], { house });
  assert.equal(document.querySelector(".house-lines > p")!.textContent, BLOCKED);
  assert.equal(
    document.querySelector(".house-lines details")!.textContent,
    "KurallarSon istek saati 01.30.",
  );
  assert.equal(closedSentence(), "");
});

Deno.test("while requests are not accepted, a sentence is in place of the search, and own requests stay", async () => {
  await using page = await openSearchOf([SONG], { mine: [ownRequest("1")] });
  await search("gül");
  await turn(page, openHouse({ open: false, lines: [CLOSED, BLOCKED] }), [ownRequest("1")]);
  assert.equal(closedSentence(), CLOSED);
  assert.ok(termField().closest("[hidden]"));
  assert.equal(document.querySelector(".result"), null);
  assert.doesNotMatch(pageText(), new RegExp(BLOCKED));
  assert.match(pageText(), /İsteklerim.*Şarkı 1/);
  await turn(page, openHouse());
  assert.equal(closedSentence(), "");
  assert.equal(termField().value, "gül", "what was typed is there again");
  assert.equal(rows().length, 1);
});

Deno.test("a sheet that is open when requests end says so, sends nothing, and can be closed", async () => {
  await using page = await openSheetOn(SONG);
  await turn(page, openHouse({ open: false, lines: [CLOSED] }));
  assertFocused(sheet()!.querySelector(".sheet-question"));
  assert.match(sheet()!.textContent!, new RegExp(CLOSED));
  assert.equal(sheet()!.querySelector("[type=submit]"), null);
  await perform(() => sheet()!.querySelector("form")!.requestSubmit());
  assert.deepEqual(requestsSent(page), []);
  await click(button("Kapat"));
  assert.equal(sheet(), null);
});

Deno.test("a refusal by a rule is shown as the server says it, and the rules are fetched again", async () => {
  await using page = await openSheetOn(SONG);
  const sentence = "Bu kafede 6 dakikadan uzun şarkılar istenemiyor.";
  page.network.answer("POST", "/api/requests", refusal("requests_closed", sentence));
  page.network.answer("GET", "/api/requests/", []);
  answerNow(page, null, openHouse({ lines: ["En fazla 6 dakikalık şarkılar istenebiliyor."] }));
  await click(button("İstek gönder"));
  assert.equal(sheet()!.querySelector(".notice-error")!.textContent, sentence);
  assert.match(pageText(), /En fazla 6 dakikalık şarkılar istenebiliyor\./);
});

/** The page fetches that the rules are now `house`. */
async function turn(
  page: CafePage,
  house: CafeHouse,
  mine: ReturnType<typeof ownRequest>[] = [],
): Promise<void> {
  page.network.answer("GET", "/api/requests/queue/owner", []);
  page.network.answer("GET", "/api/requests/mine", () => Response.json(mine));
  answerNow(page, null, house);
  await perform(() => page.cafe.refresh());
}

const closedSentence = () => document.querySelector(".house-closed")!.textContent!;

// A guest at a table: what the page asks and sends, and what it shows once the code has ended.
const SEND = "İstek gönder";

for (
  const [what, table, sent] of [
    ["sends it with the request", "Masa 5", "k3m9x2pq"],
    ["sends none once it has ended", null, undefined],
  ] as const
) {
  Deno.test(`a page with a table's code ${what}`, async () => {
    const house = openHouse({ tables: "optional", table });
    await using page = await openSheetOn(searchResult(), { masa: "k3m9x2pq", house });
    await click(button(SEND));
    const [{ body }] = requestsSent(page) as unknown as [{ body: { table?: string } }];
    assert.equal(body.table, sent);
  });
}
