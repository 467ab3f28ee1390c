// A guest at a table: what the page asks and sends, and what it shows once the code has ended.
import { strict as assert } from "node:assert";
import { openSheetOn, requestsSent } from "../../support/dom/cafe_search.tsx";
import { button, click, openPage } from "../../support/dom/page.ts";
import { openHouse, searchResult, songRequest } from "../../support/people/songs.ts";

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
