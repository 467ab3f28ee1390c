import { strict as assert } from "node:assert";
import { ConfirmDialog } from "../../../../client/panel/routes/__root.tsx";
import { Notices } from "../../../../client/components/Notices.tsx";
import { PendingList } from "../../../../client/panel/dashboard/PendingList.tsx";
import { QueueBoard } from "../../../../client/panel/dashboard/QueueBoard.tsx";
import { refusal } from "../../../support/dom/network.ts";
import { button, click, pageText, settle } from "../../../support/dom/page.ts";
import { openPanel, type PanelPage } from "../../../support/dom/panel_page.tsx";
import { openRequest, songRequest } from "../../../support/people/songs.ts";

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
  await click(button("Reddet: Şarkı 1"));
  await settle();
  assert.match(
    pageText(),
    /İstek güncellenirken bir hata oluştu\.Bu istek artık güncellenemez\./,
  );
  assert.doesNotMatch(pageText(), /Geri al/);
  assert.equal(panel.refreshes(), 1);
});

Deno.test("a song leaves the queue only after a confirmation, and can be brought back", async () => {
  await using panel = await openDashboard();
  panel.network.answer("PUT", "/api/requests/3", () => Response.json(songRequest("3")));
  await click(button("Sıradan çıkar: Şarkı 3"));
  assert.match(pageText(), /'Şarkı 3' sıradan çıkarılacak\. İsteyen kişi isteğini/);
  await click(button("Vazgeç"));
  assert.equal(panel.network.calls.length, 0);
  await click(button("Sıradan çıkar: Şarkı 3"));
  await click(button("Sıradan çıkar"));
  await settle();
  assert.deepEqual(panel.network.calls.map(({ body }) => body), [{ status: "rejected" }]);
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
  const { confirmation, notices } = panel.services;
  await panel.render(
    <>
      <PendingList requests={REQUESTS} />
      <QueueBoard queue={[openRequest("3", { status: "approved" })]} waiting={[]} />
      <Notices notices={notices} close="Bildirimi kapat" />
      <ConfirmDialog confirmation={confirmation} />
    </>,
  );
  return panel;
}
