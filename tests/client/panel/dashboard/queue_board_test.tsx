import { strict as assert } from "node:assert";
import { PendingList } from "../../../../client/panel/dashboard/PendingList.tsx";
import { QueueBoard } from "../../../../client/panel/dashboard/QueueBoard.tsx";
import { UnplayableList } from "../../../../client/panel/dashboard/UnplayableList.tsx";
import { useKeptFocus } from "../../../../client/panel/dashboard/use_decision.ts";
import { refusal } from "../../dom/network.ts";
import {
  assertFocused,
  button,
  click,
  type DomPage,
  openPage,
  pageText,
  perform,
  press,
  settle,
} from "../../dom/page.ts";
import { openPanel, type PanelPage } from "../../dom/panel_page.tsx";
import { answerDialog } from "../../dom/whole_panel.ts";
import { openRequest, songRequest } from "../../../support/people/songs.ts";

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
  panel.network.answer("PUT", "/api/requests/B", WAITING[0]!);
  await panel.show(<QueueBoard queue={[QUEUED]} waiting={WAITING} />);
  await click(button("Sıradan çıkar: Şarkı B"));
  await answerDialog("Sıradan çıkar");
  await settle();
  assert.deepEqual(panel.network.bodies(), [{ status: "rejected" }]);
  await panel.show(<QueueBoard queue={[QUEUED]} waiting={WAITING.slice(1)} />);
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

const REQUESTS = [openRequest("1"), openRequest("2")];

for (const [label, status] of [["Onayla", "approved"], ["Reddet", "rejected"]] as const) {
  Deno.test(`'${label}' decides once, and rests until the row has gone`, async () => {
    await using panel = await openDashboard();
    const waiting = panel.network.hold("PUT", "/api/requests/1");
    const refreshed = Promise.withResolvers<void>();
    panel.onRefresh(() => refreshed.promise);
    await click(button(`${label}: Şarkı 1`));
    await click(button(`${label}: Şarkı 1`));
    assert.equal(waiting.length, 1);
    assert.deepEqual(waiting[0]!.call.body, { status });
    waiting[0]!.release(Response.json({ ...REQUESTS[0]!, status }));
    await settle();
    assert.equal(panel.refreshes(), 1);
    assert.equal(button(`${label}: Şarkı 1`).getAttribute("aria-disabled"), "true");
    assert.equal(button(`${label}: Şarkı 2`).getAttribute("aria-disabled"), null);
    refreshed.resolve();
    await settle();
    assert.equal(button(`${label}: Şarkı 1`).getAttribute("aria-disabled"), null);
  });
}

Deno.test("a decision that fails says why, offers no undo, and refreshes: it may have been made elsewhere", async () => {
  await using panel = await openDashboard();
  panel.network.answer(
    "PUT",
    "/api/requests/1",
    refusal("request_settled", "Bu istek artık güncellenemez."),
  );
  await press(button("Reddet: Şarkı 1"));
  assert.match(pageText(), /İstek güncellenirken bir hata oluştu\.Bu istek artık güncellenemez\./);
  assert.doesNotMatch(pageText(), /Geri al/);
  assert.equal(panel.refreshes(), 1);
});

Deno.test("a song leaves the queue only after a confirmation, and can be brought back", async () => {
  await using panel = await openDashboard();
  panel.network.answer("PUT", "/api/requests/3", songRequest("3"));
  await click(button("Sıradan çıkar: Şarkı 3"));
  assert.match(pageText(), /'Şarkı 3' sıradan çıkarılacak\. İsteyen kişi isteğini/);
  await click(button("Vazgeç"));
  assert.equal(panel.network.calls.length, 0);
  await click(button("Sıradan çıkar: Şarkı 3"));
  await press(button("Sıradan çıkar"));
  assert.deepEqual(panel.network.bodies(), [{ status: "rejected" }]);
  assert.match(pageText(), /'Şarkı 3' sıradan çıkarıldı\.Geri al/);
});

Deno.test("a song that is leaving the queue is not asked about again", async () => {
  await using panel = await openDashboard();
  panel.network.hold("PUT", "/api/requests/3");
  await click(button("Sıradan çıkar: Şarkı 3"));
  await click(button("Sıradan çıkar"));
  await click(button("Sıradan çıkar: Şarkı 3"));
  assert.ok(!document.querySelector("dialog[open]"));
});

async function openDashboard(): Promise<PanelPage> {
  const panel = await openPanel();
  await panel.show(
    <>
      <PendingList requests={REQUESTS} />
      <QueueBoard queue={[openRequest("3", { status: "approved" })]} waiting={[]} />
    </>,
  );
  return panel;
}

// Songs that the player does not have, as the owner sees them.
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

Deno.test("the row that takes a removed row's place gets the focus, at the same button", async () => {
  await using page = await openList(["a", "b", "c"]);
  await focus("Onayla a");
  await page.render(<List ids={["b", "c"]} />);
  assertFocused(button("Onayla b"));
  await focus("Reddet c");
  await page.render(<List ids={["b"]} />);
  assertFocused(button("Reddet b"));
});

Deno.test("rows that are removed one after the other hand the focus on each time", async () => {
  await using page = await openList(["a", "b", "c"]);
  await focus("Onayla a");
  for (const ids of [["b", "c"], ["c"]]) {
    await page.render(<List ids={ids} />);
    assertFocused(button(`Onayla ${ids[0]}`));
  }
  await page.render(<List ids={[]} />);
  assertFocused(document.querySelector("h2"));
});

Deno.test("the focus stays if another row is removed, or if it has gone elsewhere", async () => {
  await using page = await openList(["a", "b"]);
  await focus("Onayla b");
  await page.render(<List ids={["b"]} />);
  assertFocused(button("Onayla b"));
  await focus("elsewhere");
  await page.render(<List ids={[]} />);
  assertFocused(button("elsewhere"));
});

Deno.test("a row that is removed without the focus moves no focus", async () => {
  await using page = await openList(["a", "b"]);
  await page.render(<List ids={["b"]} />);
  assertFocused(document.body);
});

async function openList(ids: string[]): Promise<DomPage> {
  const page = await openPage();
  await page.render(<List ids={ids} />);
  return page;
}

function List({ ids }: { ids: string[] }) {
  const list = useKeptFocus(ids.map((_id) => ({ _id })));
  return (
    <>
      <section ref={list}>
        <h2 tabIndex={-1}>İstekler</h2>
        {ids.map((id) => (
          <div key={id} data-glide={id}>
            <button type="button">Reddet {id}</button>
            <button type="button">Onayla {id}</button>
          </div>
        ))}
      </section>
      <button type="button">elsewhere</button>
    </>
  );
}

async function focus(name: string): Promise<void> {
  await perform(() => button(name).focus());
}
