// Open screens follow what another device changes, also where guests read the same as before.
import { strict as assert } from "node:assert";
import { field, perform, until } from "../../../support/dom/page.ts";
import { openWholePanel, type WholePanel } from "../../../support/dom/whole_panel.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { setRules } from "../../../support/people/house.ts";
import { addTables, renewCodes } from "../../../support/people/tables.ts";
import { testApp } from "../../../support/start/test_app.ts";

Deno.test("'Kurallar' shows a second blocked word, and a table, that another device has added", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  await setRules(app, owner, { blockedWords: ["arabesk"], tables: "required" });
  await using panel = await openWholePanel(app, "/panel/rules", owner.token);
  assert.deepEqual(chips(), ["arabesk"]);
  assert.ok(document.querySelector(".rule-missing"));
  await setRules(app, owner, { blockedWords: ["arabesk", "rap"] });
  await tellChange(panel);
  await until(() => chips().join() === "arabesk,rap");
  await addTables(app, owner, "Masa 1");
  await tellChange(panel);
  await until(() => !document.querySelector(".rule-missing"));
});

Deno.test("'Paylaş' shows the codes that another device has renewed, and keeps what is being typed", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const [old] = await addTables(app, owner, "Masa 1");
  await using panel = await openWholePanel(app, "/panel/share", owner.token);
  assert.equal(printedCode(), old!.code);
  await perform(() => field("Yeni masalar").focus());
  const [renewed] = await renewCodes(app, owner);
  await tellChange(panel);
  await until(() => printedCode() === renewed!.code);
  assert.equal(document.activeElement, field("Yeni masalar"));
});

async function tellChange(panel: WholePanel): Promise<void> {
  await until(() => panel.network.underWay() === 0);
  await perform(() => panel.sockets.latest().say({ type: "ready", revision: Date.now() }));
}

function chips(): (string | null)[] {
  return [...document.querySelectorAll(".chip")].map(({ textContent }) => textContent);
}

/** What the card's address carries. */
function printedCode(): string | undefined {
  return document.querySelector(".print-sheet .table-card-address")?.textContent
    ?.split("?masa=")[1];
}
