import { strict as assert } from "node:assert";
import { ConfirmDialog } from "../../../../client/panel/routes/__root.tsx";
import { QueueBoard } from "../../../../client/panel/dashboard/QueueBoard.tsx";
import { assertFocused, button, click, settle } from "../../../support/dom/page.ts";
import { openPanel } from "../../../support/dom/panel_page.tsx";
import { answerDialog } from "../../../support/dom/whole_panel.ts";
import { openRequest } from "../../../support/people/songs.ts";

const QUEUED = openRequest("A", { status: "approved", place: 1 });
const WAITING = ["B", "C"].map((id) => openRequest(id, { status: "approved" }));

Deno.test("songs that wait for their source stand below the queue, without a place and under a heading", async () => {
  await using panel = await openPanel();
  await panel.render(<QueueBoard queue={[QUEUED]} waiting={WAITING} />);
  assert.deepEqual(rows("Şarkı sırası"), ["Sıra 1 Şarkı A"]);
  assert.deepEqual(rows("Başka kaynakta bekliyor"), ["Şarkı B", "Şarkı C"]);
  assert.match(document.querySelector(".board-count")!.textContent!, /^1 şarkı$/);
  await panel.render(<QueueBoard queue={[QUEUED]} waiting={[]} />);
  assert.equal(document.querySelector("h3"), null);
});

Deno.test("a song that goes first by patience says so in its row, and no other does", async () => {
  await using panel = await openPanel();
  const early = openRequest("P", { status: "approved", place: 2, outOfTurn: true });
  await panel.render(<QueueBoard queue={[QUEUED, early]} waiting={[]} />);
  const said = [...document.querySelectorAll(".queued-row")].map(({ textContent }) =>
    /Çok beklemesin diye önde/.test(textContent!)
  );
  assert.deepEqual(said, [false, true]);
});

Deno.test("a song that waits for its source can be taken out, and the focus goes to the next one", async () => {
  await using panel = await openPanel();
  const board = (waiting: typeof WAITING) => (
    <>
      <QueueBoard queue={[QUEUED]} waiting={waiting} />
      <ConfirmDialog confirmation={panel.services.confirmation} />
    </>
  );
  panel.network.answer("PUT", "/api/requests/B", () => Response.json(WAITING[0]));
  await panel.render(board(WAITING));
  await click(button("Sıradan çıkar: Şarkı B"));
  await answerDialog("Sıradan çıkar");
  await settle();
  assert.deepEqual(panel.network.calls.map(({ body }) => body), [{ status: "rejected" }]);
  await panel.render(board([WAITING[1]!]));
  assertFocused(button("Sıradan çıkar: Şarkı C"));
});

/** The rows of the list with this heading: place and title. */
function rows(heading: string): string[] {
  const { id } = [...document.querySelectorAll("h2, h3")].find(({ textContent }) =>
    textContent === heading
  )!;
  return [...document.querySelectorAll(`ol[aria-labelledby="${id}"] > li`)].map((row) =>
    [".queue-place", ".song-title"].map((part) => row.querySelector(part)!.textContent!.trim())
      .filter(Boolean).join(" ")
  );
}
