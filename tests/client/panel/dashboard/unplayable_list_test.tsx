// Songs that the player does not have, as the owner sees them.
import { strict as assert } from "node:assert";
import { UnplayableList } from "../../../../client/panel/dashboard/UnplayableList.tsx";
import { button, click, pageText, settle } from "../../../support/dom/page.ts";
import { openPanel } from "../../../support/dom/panel_page.tsx";
import { openRequest } from "../../../support/people/songs.ts";

Deno.test("a song that cannot be played says so, with two actions; without such songs there is no list", async () => {
  await using panel = await openPanel();
  await panel.render(<UnplayableList requests={[]} />);
  assert.equal(pageText(), "");
  const request = openRequest("1", { status: "approved", unplayable: true, tipAmount: 12.5 });
  await panel.render(<UnplayableList requests={[request]} />);
  const row = document.querySelector(".unplayable li")!;
  assert.equal(row.textContent, "Şarkı 1Barış Mançoçalınamadı12,50 TLSıraya geri koySil");
});

for (
  const [label, status] of [["Sıraya geri koy", "approved"], ["Sil", "rejected"]] as const
) {
  Deno.test(`'${label}' decides once, and rests until the row has gone`, async () => {
    await using panel = await openPanel();
    const waiting = panel.network.hold("PUT", "/api/requests/1");
    const request = openRequest("1", { status: "approved", unplayable: true });
    await panel.render(<UnplayableList requests={[request]} />);
    await click(button(`${label}: Şarkı 1`));
    await click(button(`${label}: Şarkı 1`));
    assert.deepEqual(waiting.map(({ call }) => call.body), [{ status }]);
    waiting[0]!.release(Response.json({ ...request, status }));
    await settle();
    assert.equal(panel.refreshes(), 1);
  });
}
