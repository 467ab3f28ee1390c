// Requests of one guest together, the order of the list, and deciding by keys and swipes.
import { strict as assert } from "node:assert";
import type { OpenRequest } from "../../../../server/contract/requests.ts";
import { grouped, type PendingOrder } from "../../../../client/panel/dashboard/PendingGroups.tsx";
import { PendingList } from "../../../../client/panel/dashboard/PendingList.tsx";
import { button, click, fire, settle, until } from "../../dom/page.ts";
import { openPanel, type PanelPage } from "../../dom/panel_page.tsx";
import { openRequest } from "../../../support/people/songs.ts";

const request = (id: string, minute: number, changes: Partial<OpenRequest> = {}) =>
  openRequest(id, { createdAt: `2026-11-02T16:${minute}:00.000Z`, ...changes });

/** Of one guest at table 1: A, C and D. */
const A = request("A", 10, { guest: "A", table: "Masa 1", tipAmount: 5 });
const B = request("B", 11, { tipAmount: 40 });
const C = request("C", 12, { guest: "A", table: "Masa 1", tipAmount: 10.5 });
const D = request("D", 13, { guest: "A", table: "Masa 1", tipAmount: 20 });

Deno.test("requests of one guest stand together, by time where the oldest is, by tip where their sum is", () => {
  const shown = (order: PendingOrder) =>
    grouped([A, B, C, D], order).map(({ guest, rows }) => [guest, ...rows.map(({ _id }) => _id)]);
  assert.deepEqual(shown("time"), [["A", "A", "C", "D"], [null, "B"]]);
  assert.deepEqual(shown("tip"), [[null, "B"], ["A", "D", "C", "A"]]);
  const richer = { ...A, tipAmount: 10 };
  assert.deepEqual(grouped([richer, B, C, D], "tip").map(({ guest }) => guest), ["A", null]);
});

Deno.test("one press approves all of one guest, by one call that can be taken back", async () => {
  await using panel = await openList([A, B, C, D]);
  assert.equal(guestLine(), "Masa 1, 3 istek, 35,50 TL");
  await click(button("Masa 1: 3 isteği onayla"));
  assert.deepEqual(panel.network.bodies(), [{ ids: ["A", "C", "D"], status: "approved" }]);
  await until(() => notice(panel)?.text === "3 istek onaylandı.");
  await notice(panel)!.action!.run();
  assert.deepEqual(panel.network.bodies().at(-1), { ids: ["A", "C", "D"] });
});

Deno.test("a guest's requests stay together while the oldest of them is decided, and the line goes with the last but one", async () => {
  await using panel = await openList([A, B, C, D]);
  const renamed = (rows: OpenRequest[]) => rows.map((row) => ({ ...row, guest: row.guest && "C" }));
  await show(panel, renamed([B, C, D]));
  assert.deepEqual(rowIds(), ["B", "C", "D"]);
  assert.equal(guestLine(), "Masa 1, 2 istek, 30,50 TL");
  await show(panel, [B, { ...D, guest: null }]);
  assert.deepEqual(rowIds(), ["B", "D"]);
  assert.equal(guestLine(), undefined);
});

Deno.test("the order by tip is kept for the next time", async () => {
  await using panel = await openList([A, B]);
  assert.deepEqual(rowIds(), ["A", "B"]);
  await click(button("Önce eski. Bahşişe göre sırala"));
  assert.deepEqual(rowIds(), ["B", "A"]);
  await show(panel, []);
  await show(panel, [A, B]);
  assert.deepEqual(rowIds(), ["B", "A"]);
  await click(button("Önce bahşiş. Zamana göre sırala"));
  assert.deepEqual(rowIds(), ["A", "B"]);
});

Deno.test("keys decide on the row with the focus, or the first one; arrows move; typing and open menus are left alone", async () => {
  await using panel = await openList([A, B]);
  await key("o");
  assert.deepEqual(panel.network.bodies(), [{ ids: ["A"], status: "approved" }]);
  button("Onayla: Şarkı A").focus();
  await key("ArrowDown", document.activeElement!);
  assert.equal(document.activeElement, button("Onayla: Şarkı B"));
  await key("R", document.activeElement!);
  assert.deepEqual(panel.network.bodies().at(-1), { ids: ["B"], status: "rejected" });
  assert.equal(notice(panel)?.action?.label, "Geri al");
  const field = document.body.appendChild(document.createElement("input"));
  await key("o", field);
  field.remove();
  await key("o", document.body, { ctrlKey: true });
  assert.equal(panel.network.bodies().length, 2);
});

for (
  const [what, toX, expected] of [
    ["to the right approves", 200, [{ ids: ["A"], status: "approved" }]],
    ["to the left rejects", -200, [{ ids: ["A"], status: "rejected" }]],
    ["of a little decides nothing", 60, []],
  ] as const
) {
  Deno.test(`a swipe ${what}`, async () => {
    await using panel = await openList([A, B]);
    await swipe(toX);
    assert.deepEqual(panel.network.bodies(), expected);
  });
}

async function openList(requests: OpenRequest[]): Promise<PanelPage> {
  const panel = await openPanel();
  localStorage.removeItem("siradaki.pendingOrder");
  const changed = ({ body }: { body?: unknown }) =>
    Response.json({ changed: (body as { ids: string[] }).ids.length });
  panel.network.answer("POST", "/api/requests/decide", changed);
  panel.network.answer("POST", "/api/requests/undo", changed);
  await show(panel, requests);
  return panel;
}

async function show(panel: PanelPage, requests: OpenRequest[]): Promise<void> {
  await panel.render(<PendingList requests={requests} />);
}

const notice = ({ services }: PanelPage) => services.notices.current().at(-1);

const rowIds = () =>
  [...document.querySelectorAll<HTMLElement>(".pending-row")].map(({ dataset }) => dataset.glide);

const guestLine = () => document.querySelector(".pending-guest > p")?.textContent;

async function key(key: string, target: Element = document.body, more = {}): Promise<void> {
  await fire(target, "keydown", { key, ...more });
  await settle();
}

/** A finger on the first row that moves sideways by so many pixels. */
async function swipe(px: number): Promise<void> {
  const row = document.querySelector(".pending-row")!;
  const finger = { pointerType: "touch", pointerId: 1, clientY: 10 };
  const at = (name: string, clientX: number) => fire(row, name, { ...finger, clientX });
  await at("pointerdown", 150);
  await at("pointermove", 150 + px / 2);
  await at("pointermove", 150 + px);
  await at("pointerup", 150 + px);
  await settle();
}
