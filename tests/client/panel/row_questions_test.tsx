// What becomes of a question about rows when another person changes the rows while it is open.
import { strict as assert } from "node:assert";
import { PendingList } from "../../../client/panel/dashboard/PendingList.tsx";
import { QueueBoard } from "../../../client/panel/dashboard/QueueBoard.tsx";
import { TablesSection } from "../../../client/panel/share/TablesSection.tsx";
import { TeamList } from "../../../client/panel/team/TeamList.tsx";
import type { TeamMember } from "../../../server/contract/team.ts";
import { button, click, settle } from "../dom/page.ts";
import { openPanel } from "../dom/panel_page.tsx";
import { answerDialog, dialog, toldText } from "../dom/whole_panel.ts";
import { openRequest } from "../../support/people/songs.ts";

const QUEUE = ["A", "B"].map((id, i) => openRequest(id, { status: "approved", place: i + 1 }));
const PENDING = [
  openRequest("1", { tipAmount: 10 }),
  openRequest("2", { tipAmount: 20 }),
  openRequest("3", { tipAmount: 30 }),
];
const TABLES = ["Masa 1", "Masa 2"].map((label) => ({ _id: label, label, code: "KKKKKKKK" }));
const INVITED: TeamMember = {
  accountId: "ayse",
  name: "Ayşe",
  email: "ayse@kafe.test",
  joined: false,
};

for (
  const { what, press, before, after, sentence } of [
    {
      what: "taking a song out, which begins to play",
      press: ["Sıradan çıkar: Şarkı A"],
      before: <QueueBoard queue={QUEUE} waiting={[]} />,
      after: <QueueBoard queue={QUEUE.slice(1)} waiting={[]} />,
      sentence: "'Şarkı A' artık sırada değil.",
    },
    {
      what: "emptying the queue, which another device has emptied",
      press: ["Sırayı boşalt"],
      before: <QueueBoard queue={QUEUE} waiting={[]} />,
      after: <QueueBoard queue={[]} waiting={[]} />,
      sentence: "Bu şarkılar artık sırada değil.",
    },
    {
      what: "approving all, on which another device has decided",
      press: ["Tümünü onayla ya da reddet", "Tümünü onayla"],
      before: <PendingList requests={PENDING} />,
      after: <PendingList requests={[openRequest("9")]} />,
      sentence: "Bu istekler artık onay beklemiyor.",
    },
    {
      what: "taking an invitation back, which is accepted",
      press: ["Ayşe: Daveti geri al"],
      before: <TeamList members={[INVITED]} />,
      after: <TeamList members={[{ ...INVITED, joined: true }]} />,
      sentence: "Ayşe artık ekibinizde.",
    },
    {
      what: "taking an invitation back, which has gone",
      press: ["Ayşe: Daveti geri al"],
      before: <TeamList members={[INVITED]} />,
      after: <TeamList members={[]} />,
      sentence: "Ayşe artık listede değil.",
    },
    {
      what: "deleting a table, which another device has deleted",
      press: ["Kaldır: Masa 1"],
      before: <TablesSection tables={TABLES} rule="optional" />,
      after: <TablesSection tables={TABLES.slice(1)} rule="optional" />,
      sentence: "'Masa 1' artık masalarınız arasında değil.",
    },
  ]
) {
  Deno.test(`the question about ${what} closes, says so and sends nothing`, async () => {
    await using panel = await openPanel();
    await panel.show(before);
    for (const label of press) await click(button(label));
    assert.ok(dialog());
    await panel.show(after);
    await settle();
    assert.equal(dialog(), null);
    assert.equal(toldText(), sentence);
    assert.equal(panel.network.calls.length, 0);
  });
}

Deno.test("a question about many goes on about those that are left, and decides on them alone", async () => {
  await using panel = await openPanel();
  panel.network.answer("POST", "/api/requests/", { changed: 2 });
  await panel.show(<PendingList requests={PENDING} />);
  await click(button("Tümünü onayla ya da reddet"));
  await click(button("Tümünü reddet"));
  assert.match(dialog()!.textContent!, /Bekleyen 3 istek reddedilsin mi\?Toplam 60,00 TL/);
  await panel.show(<PendingList requests={PENDING.slice(1)} />);
  assert.match(dialog()!.textContent!, /Bekleyen 2 istek reddedilsin mi\?Toplam 50,00 TL/);
  await answerDialog("Tümünü reddet");
  await settle();
  assert.deepEqual(panel.network.bodies(), [{ ids: ["2", "3"], status: "rejected" }]);
});

Deno.test("a question closes without a sentence when its list leaves the screen", async () => {
  await using panel = await openPanel();
  await panel.show(<QueueBoard queue={QUEUE} waiting={[]} />);
  await click(button("Sıradan çıkar: Şarkı A"));
  await panel.show(null);
  await settle();
  assert.deepEqual([dialog(), toldText()], [null, ""]);
});
