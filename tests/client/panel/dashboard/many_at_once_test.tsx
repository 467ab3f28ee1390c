import { strict as assert } from "node:assert";
import type { OpenRequest } from "../../../../server/contract/requests.ts";
import { PendingList } from "../../../../client/panel/dashboard/PendingList.tsx";
import { QueueBoard } from "../../../../client/panel/dashboard/QueueBoard.tsx";
import { OFFLINE } from "../../dom/network.ts";
import { assertFocused, button, click, fire, pageText, press, settle } from "../../dom/page.ts";
import { openPanel, type PanelPage } from "../../dom/panel_page.tsx";
import { answerDialog, dialog, toldText } from "../../dom/whole_panel.ts";
import { openRequest } from "../../../support/people/songs.ts";

/** As decided rows stay (client/panel/dashboard/PendingList.tsx). */
const HOLD_MS = 1_500;
const MENU = "Tümünü onayla ya da reddet";
const WAITING = [openRequest("1"), openRequest("2", { tipAmount: 25.5 })];
const QUEUE = ["3", "4", "5"].map((id) => openRequest(id, { status: "approved" }));

for (
  const [kind, ids, status, done, undone] of [
    [
      "Tümünü onayla",
      ["1", "2"],
      "approved",
      "2 istek onaylandı.",
      "2 istek yeniden onay bekliyor.",
    ],
    [
      "Tümünü reddet",
      ["1", "2"],
      "rejected",
      "2 istek reddedildi.",
      "2 istek yeniden onay bekliyor.",
    ],
    [
      "Sırayı boşalt",
      ["3", "4", "5"],
      "rejected",
      "3 şarkı sıradan çıkarıldı.",
      "3 şarkı yeniden sırada.",
    ],
  ] as const
) {
  Deno.test(`'${kind}' asks once, decides by one call and is taken back by one call`, async () => {
    await using panel = await openDashboard();
    answerChanged(panel, ids.length);
    await choose(kind);
    await answerDialog("Vazgeç");
    assert.equal(panel.network.calls.length, 0);
    await choose(kind);
    await answerDialog(kind);
    await settle();
    assert.equal(toldText(), `${done}Geri al`);
    await press(button("Geri al"));
    assert.equal(toldText(), undone);
    assert.deepEqual(panel.network.calls.map(({ method, path, body }) => [method, path, body]), [
      ["POST", "/api/requests/decide", { ids, status }],
      ["POST", "/api/requests/undo", { ids }],
    ]);
    assert.equal(panel.refreshes(), 2);
  });
}

Deno.test("what arrives while the question is open is not decided", async () => {
  await using panel = await openDashboard();
  answerChanged(panel, 2);
  await choose("Tümünü onayla");
  await show(panel, [...WAITING, openRequest("9")]);
  await answerDialog("Tümünü onayla");
  assert.deepEqual(panel.network.bodies(), [{ ids: ["1", "2"], status: "approved" }]);
});

Deno.test("a request whose own decision is under way is not among all", async () => {
  await using panel = await openDashboard();
  panel.network.hold("PUT", "/api/requests/1");
  answerChanged(panel, 1);
  await click(button("Onayla: Şarkı 1"));
  await choose("Tümünü reddet");
  assert.equal(dialog()!.querySelector("h2")!.textContent, "Bekleyen 1 istek reddedilsin mi?");
  await answerDialog("Tümünü reddet");
  assert.deepEqual(panel.network.bodies()[1], { ids: ["2"], status: "rejected" });
});

Deno.test("the rows rest while all are decided, and then keep their places for a moment", async () => {
  await using panel = await openDashboard();
  const waiting = panel.network.hold("POST", "/api/requests/decide");
  await choose("Tümünü reddet");
  await answerDialog("Tümünü reddet");
  await click(button("Onayla: Şarkı 2"));
  assert.equal(panel.network.calls.length, 1);
  waiting[0]!.release(Response.json({ changed: 2 }));
  await settle();
  await show(panel, []);
  assert.equal(document.querySelectorAll(".pending-row-decided").length, 2);
  assert.match(pageText(), /Reddedildi/);
  await panel.time.pass(HOLD_MS);
  assert.match(pageText(), /Onay bekleyen yeni istek yok\./);
  assertFocused(document.querySelector("#pending-heading"));
});

Deno.test("if none could be changed, it says so and offers no undo", async () => {
  await using panel = await openDashboard();
  answerChanged(panel, 0);
  await choose("Sırayı boşalt");
  await answerDialog("Sırayı boşalt");
  await settle();
  assert.equal(
    toldText(),
    "Hiçbir istek güncellenmedi.3 şarkı bu sırada çalınmaya başladı ya da başka yerde çıkarıldı.",
  );
  assert.equal(panel.refreshes(), 1);
});

Deno.test("a failure is said, offers no undo, and refreshes; the rows can then be decided again", async () => {
  await using panel = await openDashboard();
  panel.network.answer("POST", "/api/", OFFLINE);
  await choose("Tümünü onayla");
  await answerDialog("Tümünü onayla");
  await settle();
  assert.equal(toldText(), "İstekler güncellenirken bir hata oluştu.");
  assert.equal(panel.refreshes(), 1);
  assert.equal(button("Onayla: Şarkı 1").getAttribute("aria-disabled"), null);
});

Deno.test("of more than 200 the first 200 are decided", async () => {
  await using panel = await openPanel();
  const ids = Array.from({ length: 203 }, (_, i) => String(i));
  answerChanged(panel, 200);
  await show(panel, ids.map((id) => openRequest(id)));
  await choose("Tümünü reddet");
  await answerDialog("Tümünü reddet");
  assert.deepEqual(panel.network.bodies(), [{ ids: ids.slice(0, 200), status: "rejected" }]);
});

Deno.test("lists of one offer no decision on all; a menu that goes gives its focus to the heading", async () => {
  await using panel = await openPanel();
  await show(panel, WAITING, QUEUE);
  button(MENU).focus();
  await show(panel, WAITING.slice(1), QUEUE.slice(2));
  assert.doesNotMatch(pageText(), /Tümü|Boşalt/);
  assertFocused(document.querySelector("#pending-heading"));
});

Deno.test("a click that comes as the menu makes the heading higher decides nothing", async () => {
  await using panel = await openPanel();
  await show(panel, WAITING.slice(0, 1));
  Object.defineProperty(document.querySelector(".pending-top"), "offsetHeight", { value: 64 });
  await show(panel, WAITING);
  await fire(button("Reddet: Şarkı 1"), "click", { detail: 1 });
  await settle();
  assert.equal(panel.network.calls.length, 0);
});

async function openDashboard(): Promise<PanelPage> {
  const panel = await openPanel();
  await show(panel, WAITING, QUEUE);
  return panel;
}

async function show(panel: PanelPage, waiting: OpenRequest[], queue: OpenRequest[] = []) {
  await panel.show(
    <>
      <PendingList requests={waiting} />
      <QueueBoard queue={queue} waiting={[]} />
    </>,
  );
}

/** Chooses a decision on all, in the menu or beside the queue's heading. */
async function choose(label: string): Promise<void> {
  if (label !== "Sırayı boşalt") await click(button(MENU));
  await click(button(label));
}

/** Both calls answer that they have changed so many. */
function answerChanged(panel: PanelPage, changed: number): void {
  panel.network.answer("POST", "/api/requests/", { changed });
}
