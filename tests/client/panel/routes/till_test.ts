// The page 'Kasa', and the ticks on the dashboard, of a cafe whose guests pay at the till.
import { strict as assert } from "node:assert";
import { readRevision } from "../../../../db/rooms.ts";
import { button, click, field, link, pageText, perform, until } from "../../../support/dom/page.ts";
import { refusal } from "../../../support/dom/network.ts";
import {
  headed,
  openRoom,
  openWholePanel,
  roomNames,
  toldText,
  type WholePanel,
} from "../../../support/dom/whole_panel.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { guestOf } from "../../../support/people/guests.ts";
import { houseWith } from "../../../support/people/house.ts";
import { decide } from "../../../support/people/requests.ts";
import { openTips, ticked, tillDays, tillSong } from "../../../support/people/till.ts";
import { type TestApp, testApp } from "../../../support/start/test_app.ts";

const TICK = "Alındı: Gülpembe";

Deno.test("the dashboard ticks a tip, takes the tick back, and asks for the rest after support", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tips: "till" });
  const guest = await guestOf(app, owner.ownerId);
  const { _id } = await guest.send({ tipAmount: 10 });
  await using panel = await openWholePanel(app, "/panel/dashboard", owner.token);
  await until(() => pressed(TICK) === "false");
  await click(button(TICK));
  await until(() => pressed(TICK) === "true");
  assert.deepEqual((await openTips(app, owner))[0]?.receivedAmount, 10);
  await guest.support(_id, 5.5);
  await tell(panel, app, owner.ownerId);
  const rest = `${TICK}, 5,50 TL daha`;
  await until(() => pressed(rest) === "false");
  await click(button(rest));
  await until(() => pressed(TICK) === "true");
  // In the queue the row has the tick too.
  await decide(app, owner.token, _id, "approved");
  await tell(panel, app, owner.ownerId);
  await until(() => pageText().includes("1 şarkı"));
  await click(button(TICK));
  await until(() => pressed(TICK) === "false");
  assert.deepEqual(await tillDays(app, owner), [[0, 0]]);
});

Deno.test("rows without a tip, and of cafes that are paid by the platform, have no tick", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tips: "till" });
  await (await guestOf(app, owner.ownerId)).send({ tipAmount: 0 });
  {
    await using _ = await openWholePanel(app, "/panel/dashboard", owner.token);
    await until(() => pageText().includes("Bahşişsiz"));
    assert.doesNotMatch(pageText(), /Alındı/);
  }
  const other = await createOwner(app.deps);
  await (await guestOf(app, other.ownerId)).send({ tipAmount: 10 });
  await using _ = await openWholePanel(app, "/panel/dashboard", other.token);
  await until(() => pageText().includes("10,00 TL"));
  assert.doesNotMatch(pageText(), /Alındı/);
  await tillIsThere(false);
});

Deno.test("'Kasa' shows played songs and sums by day, ticks a song, and follows other devices", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tips: "till" });
  const id = await tillSong(app.deps, owner.ownerId, { tipKurus: 1250 });
  await using panel = await openWholePanel(app, "/panel/dashboard", owner.token);
  await tillIsThere(true);
  await openRoom("Kasa");
  await headed("Kasa");
  const holding = "Alındı: Holding";
  assert.match(pageText(), /12,50 TL0,00 TL/);
  await click(button(holding));
  await until(() => pressed(holding) === "true");
  await until(() => pageText().includes("12,50 TL12,50 TL"));
  await ticked(app, owner, id, { received: false });
  await tell(panel, app, owner.ownerId);
  await until(() => pressed(holding) === "false");
  await until(() => pageText().includes("12,50 TL0,00 TL"));
});

Deno.test("'Kasa' lists what goes back to a guest until the owner has given it back", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tips: "till" });
  const guest = await guestOf(app, owner.ownerId);
  const { _id } = await guest.send();
  await ticked(app, owner, _id);
  await decide(app, owner.token, _id, "rejected");
  await using _ = await openWholePanel(app, "/panel/till", owner.token);
  assert.match(pageText(), /Şarkı çalınmadı, geri verilecek/);
  await click(button("Geri verildi: Gülpembe"));
  await until(() => pageText().includes("kasada ödenecek bir şarkı çalmadı."));
});

Deno.test("a tick that fails says so, and the row shows what the till has", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tips: "till" });
  await tillSong(app.deps, owner.ownerId, { tipKurus: 1250 });
  await using panel = await openWholePanel(app, "/panel/till", owner.token);
  panel.network.answer("PUT", "/api/requests/", refusal(503, "Sistem şu anda yoğun."));
  await click(button("Alındı: Holding"));
  await until(() => toldText().includes("Kasa güncellenirken bir hata oluştu."));
  assert.equal(pressed("Alındı: Holding"), "false");
});

Deno.test("the earnings of a cafe with a till lead to it", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tips: "till" });
  await using _ = await openWholePanel(app, "/panel/payouts", owner.token);
  assert.match(pageText(), /Kasada ödenen bahşişler burada yer almaz/);
  await click(link("Kasa'yı aç"));
  await headed("Kasa");
});

Deno.test("the rule for tips is saved at once, guests' sentence follows, and 'Kasa' enters the bar", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  await using panel = await openWholePanel(app, "/panel/rules", owner.token);
  await click(field("Kasada ödensin"));
  await until(() => pageText().includes("Bahşişinizi kasada ödeyin."));
  await tell(panel, app, owner.ownerId);
  await tillIsThere(true);
  const rules = await (await app.call("GET", "/api/house", owner)).json();
  assert.equal(rules.tips, "till");
});

/** Tells the panel that something changed, as the server does. */
async function tell(panel: WholePanel, { deps }: TestApp, ownerId: string): Promise<void> {
  const revision = await readRevision(deps.db, ownerId);
  await perform(() => panel.sockets.latest().say({ type: "ready", revision }));
  await perform(() => panel.sockets.latest().say({ type: "queue_updated", ownerId, revision }));
}

/** Waits until 'Kasa' is one of the rooms of 'Kafe', or is none. */
async function tillIsThere(there: boolean): Promise<void> {
  await click(button("Kafe"));
  await until(() => roomNames().includes("Kasa") === there);
  await click(button("Kafe"));
}

function pressed(name: string): string | null | undefined {
  return [...document.querySelectorAll("button")]
    .find((found) => found.getAttribute("aria-label") === name)?.getAttribute("aria-pressed");
}
