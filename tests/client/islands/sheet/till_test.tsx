import { strict as assert } from "node:assert";
import { openSheetOn, sheet } from "../../../support/dom/cafe_search.tsx";
import { openPage } from "../../../support/dom/page.ts";
import { openHouse, searchResult } from "../../../support/people/songs.ts";

for (const tips of ["till", "platform"] as const) {
  Deno.test(`the sheet of a cafe with the rule '${tips}' ${tips === "till" ? "says" : "does not say"} that the tip is paid at the till`, async () => {
    await using page = await openPage();
    await openSheetOn(page, searchResult(), { house: openHouse({ tips }) });
    assert.equal(sheet()!.textContent.includes("Bahşişinizi kasada ödeyin."), tips === "till");
  });
}
