// What the sheet says of the cafe's approval (docs/house.md#approval). 10 TL is chosen at first.
import { strict as assert } from "node:assert";
import { openSheetOn, sheet } from "../../../support/dom/cafe_search.tsx";
import { openPage } from "../../../support/dom/page.ts";
import { openHouse, searchResult } from "../../../support/people/songs.ts";

const WAITS = "Kafe onaylayınca bu sıraya girer.";
const ENTERS = "Onay beklemeden bu sıraya girer.";

for (
  const [approvesFromTl, says] of [[undefined, WAITS], [10.5, WAITS], [10, ENTERS], [0, ENTERS]]
) {
  Deno.test(`a tip of 10 TL where requests are approved from ${approvesFromTl} TL reads '${says}'`, async () => {
    await using page = await openPage();
    const house = openHouse({ approvesFromTl: approvesFromTl as number | undefined });
    await openSheetOn(page, searchResult(), { house });
    const told = [WAITS, ENTERS].filter((text) => sheet()!.textContent.includes(text));
    assert.deepEqual(told, [says]);
  });
}
