import { strict as assert } from "node:assert";
import type { OpenRequest } from "../../../../server/contract/requests.ts";
import { marksOf, PendingList } from "../../../../client/panel/dashboard/PendingList.tsx";
import { timeAgo } from "../../../../client/lib/format.ts";
import { button, fire, pageText, settle, texts } from "../../dom/page.ts";
import { openPanel, type PanelPage } from "../../dom/panel_page.tsx";
import { openRequest } from "../../../support/people/songs.ts";

/** As decided rows stay (client/panel/dashboard/PendingList.tsx). */
const HOLD_MS = 1_500;
/** As clicks on rows that have moved are ignored (client/panel/dashboard/PendingList.tsx). */
const GUARD_MS = 350;
const [A, B, C] = ["A", "B", "C"].map((id, i) =>
  openRequest(id, { createdAt: `2026-11-02T16:5${i}:00.000Z` })
) as [OpenRequest, OpenRequest, OpenRequest];

Deno.test("a second click at the place of a decided row decides nothing: the row is still there", async () => {
  await using panel = await openList([A, B, C]);
  await press("Reddet: Şarkı A");
  await show(panel, [B, C]);
  assert.deepEqual(titles(), ["Şarkı A", "Şarkı B", "Şarkı C"]);
  assert.match(pageText(), /Reddedildi/);
  await panel.time.pass(350);
  await press("Reddet: Şarkı A");
  assert.deepEqual(decided(panel), ["A"]);
  await panel.time.pass(HOLD_MS);
  assert.deepEqual(titles(), ["Şarkı B", "Şarkı C"]);
});

Deno.test("a row says from which table the request came, and nothing of a table without one", async () => {
  await using _ = await openList([{ ...A, table: "Masa 5" }, B]);
  const tables = [...document.querySelectorAll(".pending-row")].map((row) =>
    row.querySelector(".table-name")?.textContent
  );
  assert.deepEqual(tables, ["Masası: Masa 5", undefined]);
});

Deno.test("a row has the dedication before the decision, and no other row has one", async () => {
  await using _ = await openList([{ ...A, dedication: { to: "Ayşe", wish: 2 } }, B]);
  const said = [...document.querySelectorAll(".pending-row")].map((row) =>
    row.querySelector(".pending-dedication")?.textContent
  );
  assert.deepEqual(said, ["Ayşe için: İyi ki varsın", undefined]);
});

Deno.test("the heading counts the requests that wait, without those that were just decided", async () => {
  await using panel = await openList([A, B]);
  assert.equal(document.querySelector(".count")!.textContent, "2");
  await press("Onayla: Şarkı A");
  await show(panel, [B]);
  assert.equal(document.querySelector(".count")!.textContent, "1");
  assert.match(pageText(), /Onaylandı/);
  await show(panel, []);
  assert.equal(document.querySelector(".count"), null);
});

Deno.test("decided rows go together, once the owner has decided none for a while", async () => {
  await using panel = await openList([A, B, C]);
  await press("Reddet: Şarkı A");
  await show(panel, [B, C]);
  await panel.time.pass(HOLD_MS - 1);
  await press("Onayla: Şarkı B");
  await show(panel, [C]);
  await panel.time.pass(HOLD_MS - 1);
  assert.deepEqual(titles(), ["Şarkı A", "Şarkı B", "Şarkı C"]);
  await panel.time.pass(1);
  assert.deepEqual(titles(), ["Şarkı C"]);
});

Deno.test("a mouse that moves over the list keeps decided rows in their places, a finger does not", async () => {
  await using panel = await openList([A, B]);
  await press("Reddet: Şarkı A");
  await show(panel, [B]);
  await panel.time.pass(HOLD_MS - 100);
  await move("touch");
  await move("mouse");
  await panel.time.pass(499);
  assert.deepEqual(titles(), ["Şarkı A", "Şarkı B"]);
  await panel.time.pass(1);
  assert.deepEqual(titles(), ["Şarkı B"]);
});

Deno.test("a click that comes while the rows are moving decides nothing, a later one does", async () => {
  await using panel = await openList([A, B, C]);
  // Decided on another device.
  await show(panel, [B, C]);
  await panel.time.pass(GUARD_MS - 1);
  await press("Reddet: Şarkı C");
  assert.deepEqual(decided(panel), []);
  await panel.time.pass(1);
  await press("Reddet: Şarkı C");
  assert.deepEqual(decided(panel), ["C"]);
});

Deno.test("a request that arrives below moves no row, so clicks count at once", async () => {
  await using panel = await openList([A, B]);
  await show(panel, [A, B, C]);
  await press("Reddet: Şarkı B");
  assert.deepEqual(decided(panel), ["B"]);
});

Deno.test("by keyboard a decided row goes at once, and the next one can be decided at once", async () => {
  await using panel = await openList([A, B]);
  await press("Reddet: Şarkı A", 0);
  await show(panel, [B]);
  assert.deepEqual(titles(), ["Şarkı B"]);
  await press("Reddet: Şarkı B", 0);
  assert.deepEqual(decided(panel), ["A", "B"]);
});

Deno.test("a request whose rejection was taken back waits again, in its place", async () => {
  await using panel = await openList([A, B]);
  await press("Reddet: Şarkı A");
  await show(panel, [B]);
  await show(panel, [A, B]);
  assert.deepEqual(titles(), ["Şarkı A", "Şarkı B"]);
  assert.doesNotMatch(pageText(), /Reddedildi/);
  assert.equal(button("Reddet: Şarkı A").getAttribute("aria-disabled"), null);
});

Deno.test("how long ago a request was sent moves on by itself", async () => {
  await using panel = await openList([openRequest("A")]);
  assert.match(pageText(), /az önce/);
  await panel.time.pass(75_000);
  assert.match(pageText(), /1 dk önce/);
  assert.equal(document.querySelector("time")!.title, "20:00");
});

const NOW = Date.UTC(2026, 10, 2, 17);
const S = 1_000;
for (
  const [passedMs, words] of [
    [-5 * S, "az önce"],
    [59 * S, "az önce"],
    [60 * S, "1 dk önce"],
    [59 * 60 * S, "59 dk önce"],
    [60 * 60 * S, "1 sa önce"],
    [24 * 60 * 60 * S - 1, "23 sa önce"],
    [48 * 60 * 60 * S, "2 gün önce"],
  ] as const
) {
  Deno.test(`timeAgo says '${words}' after ${passedMs} ms`, () => {
    assert.equal(timeAgo(NOW - passedMs, NOW), words);
  });
}

Deno.test("requests are marked: high tips, songs that are queued or wait already", () => {
  const first = openRequest("1", { uri: "spotify:track:x", tipAmount: 249.99 });
  const again = openRequest("2", { uri: "spotify:track:x", tipAmount: 250 });
  const queued = openRequest("3", { inQueue: true });
  const pending = [first, again, queued];
  assert.deepEqual(pending.map((request) => marksOf(request, pending)), [
    [],
    ["yüksek bahşiş", "zaten bekliyor"],
    ["zaten sırada"],
  ]);
});

Deno.test("of songs in free words only those with the same words wait already", () => {
  const free = (id: string, songTitle: string) => openRequest(id, { uri: "manual:", songTitle });
  const pending = [free("1", "Dönence"), free("2", "Gülpembe"), free("3", "dönence!")];
  assert.deepEqual(pending.map((request) => marksOf(request, pending)), [
    [],
    [],
    ["zaten bekliyor"],
  ]);
});

Deno.test("a request without a tip reads 'Bahşişsiz'", async () => {
  await using _ = await openList([openRequest("A", { tipAmount: 0 })]);
  assert.match(pageText(), /Bahşişsiz/);
  assert.doesNotMatch(pageText(), /0,00 TL/);
});

async function openList(requests: OpenRequest[]): Promise<PanelPage> {
  const panel = await openPanel();
  panel.network.answer(
    "PUT",
    "/api/requests/",
    ({ body }) => Response.json({ ...A, ...body as object }),
  );
  await show(panel, requests);
  return panel;
}

/** The list after a refresh. */
async function show(panel: PanelPage, requests: OpenRequest[]): Promise<void> {
  await panel.render(<PendingList requests={requests} />);
}

/** Presses a button, by default with a pointer: the keyboard's clicks have no `detail`. */
async function press(name: string, detail = 1): Promise<void> {
  await fire(button(name), "click", { detail });
  await settle();
}

async function move(pointerType: string): Promise<void> {
  await fire(document.querySelector(".pending-row")!, "pointermove", { pointerType });
}

const titles = () => texts(".pending-row .song-title");

/** The ids of the requests that were decided, in order. */
function decided(panel: PanelPage): string[] {
  return panel.network.calls.map(({ path }) => path.split("/").at(-1)!);
}
