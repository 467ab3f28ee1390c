import { strict as assert } from "node:assert";
import { useLiveRefresh } from "../../../../client/panel/use_owner_frame.ts";
import { pageText, perform, settle } from "../../../support/dom/page.ts";
import { openPanel, type PanelPage } from "../../../support/dom/panel_page.tsx";
import { pointer } from "../../../support/dom/pointer.ts";

Deno.test("the dashboard refreshes when it is connected and after every change", async () => {
  await using panel = await openLivePanel();
  assert.equal(panel.refreshes(), 1);
  await change(panel, 2);
  assert.equal(panel.refreshes(), 2);
  await change(panel, 2);
  assert.equal(panel.refreshes(), 2, "the revision is known");
});

Deno.test("changes during a refresh lead to one more refresh after it", async () => {
  await using panel = await openLivePanel();
  const answer = Promise.withResolvers<void>();
  panel.onRefresh(() => answer.promise);
  for (const revision of [2, 3, 4]) await change(panel, revision);
  assert.equal(panel.refreshes(), 2);
  answer.resolve();
  await settle();
  assert.equal(panel.refreshes(), 3);
});

Deno.test("a change while a pointer is pressed refreshes after its release", async () => {
  await using panel = await openLivePanel();
  pointer("pointerdown");
  await change(panel, 2);
  await panel.time.pass(10_000);
  assert.equal(panel.refreshes(), 1);
  pointer("pointerup");
  await panel.time.pass(1);
  assert.equal(panel.refreshes(), 2);
});

Deno.test("a refresh that failed is repeated every three seconds until one succeeds", async () => {
  await using panel = await openLivePanel();
  await panel.know({}, true);
  assert.equal(pageText(), "offline");
  await panel.time.pass(2_999);
  assert.equal(panel.refreshes(), 1);
  await panel.time.pass(1);
  assert.equal(panel.refreshes(), 2);
  await panel.know();
  assert.equal(pageText(), "online");
  await panel.time.pass(10_000);
  assert.equal(panel.refreshes(), 2);
});

Deno.test("without a connection nothing is repeated: the next connection refreshes", async () => {
  await using panel = await openLivePanel();
  await perform(() => panel.sockets.latest().drop());
  assert.equal(pageText(), "offline");
  await panel.know({}, true);
  await panel.time.pass(3_000);
  assert.equal(panel.refreshes(), 1);
  await perform(() => panel.sockets.latest().say({ type: "ready", revision: 7 }));
  assert.equal(panel.refreshes(), 2);
});

Deno.test("a music account that could not be checked is checked again every three seconds", async () => {
  await using panel = await openLivePanel();
  const connection = { isSpotifyConnected: false, unchecked: new Error("503") } as const;
  await panel.know({ connection });
  assert.equal(pageText(), "online");
  await panel.time.pass(3_000);
  assert.equal(panel.refreshes(), 2);
  await panel.know();
  await panel.time.pass(10_000);
  assert.equal(panel.refreshes(), 2);
});

Deno.test("a screen that needs no facts loads them too, and then listens for changes", async () => {
  await using panel = await openPanel();
  await panel.render(<Live />);
  assert.equal(panel.refreshes(), 1);
  await panel.know();
  await perform(() => panel.sockets.latest().say({ type: "ready", revision: 1 }));
  assert.equal(panel.refreshes(), 2);
});

Deno.test("a panel that is left closes its connection", async () => {
  await using panel = await openLivePanel();
  await panel.render(null);
  assert.ok(panel.sockets.latest().closed);
});

async function openLivePanel(): Promise<PanelPage> {
  const panel = await openPanel();
  await panel.know();
  await panel.render(<Live />);
  await perform(() => panel.sockets.latest().say({ type: "ready", revision: 1 }));
  assert.equal(pageText(), "online");
  return panel;
}

async function change(panel: PanelPage, revision: number): Promise<void> {
  const event = { type: "queue_updated", ownerId: "owner", revision };
  await perform(() => panel.sockets.latest().say(event));
  await settle();
}

function Live() {
  return useLiveRefresh() ? "offline" : "online";
}
