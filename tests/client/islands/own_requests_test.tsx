import { strict as assert } from "node:assert";
import { OwnRequests } from "../../../client/islands/OwnRequests.tsx";
import { openPage, pageText } from "../../support/dom/page.ts";
import { ownRequest } from "../../support/people/songs.ts";

Deno.test("each of the guest's requests says where it stands", async () => {
  await using page = await openPage();
  await page.render(
    <OwnRequests
      requests={[
        ownRequest("1"),
        ownRequest("2", { status: "approved", place: 3 }),
        ownRequest("3", { status: "approved", playedAt: "2026-11-02T17:00:00.000Z" }),
        ownRequest("4", { status: "rejected" }),
      ]}
    />,
  );
  const states = [...document.querySelectorAll(".state")].map((state) => state.textContent);
  assert.deepEqual(states, ["onay bekliyor", "3. sırada", "çalındı", "kabul edilmedi"]);
});

Deno.test("a guest without requests sees no heading for them", async () => {
  await using page = await openPage();
  await page.render(<OwnRequests requests={[]} />);
  assert.equal(pageText(), "");
});
