// The tables on the share screen: adding, removing, new codes, and what another device has done meanwhile.
import { strict as assert } from "node:assert";
import {
  assertFocused,
  button,
  click,
  field,
  pageText,
  submit,
  until,
} from "../../../support/dom/page.ts";
import { answerDialog, openWholePanel, toldText } from "../../../support/dom/whole_panel.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { addTables, renewCodes, tablesOf } from "../../../support/people/tables.ts";
import { testApp } from "../../../support/start/test_app.ts";

const PATH = "/panel/share";
const NEW = "Yeni masalar";

Deno.test("tables are added from a range and from names, and each gets a card with its own code", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  await using _ = await openWholePanel(app, PATH, owner.token);
  assert.match(pageText(), /Kart sayısı/);
  await submit(field(NEW), "Masa 1-3, Bar");
  await until(() => toldText().includes("4 masa eklendi."));
  assert.deepEqual(chips(), ["Bar", "Masa 1", "Masa 2", "Masa 3"]);
  assert.equal(field(NEW).value, "");
  const codes = (await tablesOf(app, owner)).map(({ code }) => code);
  const printed = [...document.querySelectorAll(".print-sheet .table-card-address")];
  assert.deepEqual(printed.map((address) => address.textContent!.split("?masa=")[1]), codes);
  assert.doesNotMatch(pageText(), /Kart sayısı/);
  await click(field("Her masanın kendi kodu"));
  assert.match(pageText(), /Kart sayısı/);
  await submit(field(NEW), "Bar");
  await until(() => toldText().includes("Bu masalar zaten var."));
});

Deno.test("what cannot be added stays in the field with the reason", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  await using _ = await openWholePanel(app, PATH, owner.token);
  await submit(field(NEW), "Masa 1-201");
  assert.match(pageText(), /Her masanın 1 ile 40 karakter arasında bir adı olmalıdır/);
  assert.equal(field(NEW).value, "Masa 1-201");
  await addTables(app, owner, ...Array.from({ length: 200 }, (_, i) => `${i}`));
  await submit(field(NEW), "Bar");
  await until(() => toldText().includes("En fazla 200 masanız olabilir."));
  assert.equal(field(NEW).value, "Bar");
});

Deno.test("a table is removed and codes are renewed after a question, and not without", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const before = await addTables(app, owner, "Masa 1", "Masa 2");
  await using _ = await openWholePanel(app, PATH, owner.token);
  await click(button("Kaldır: Masa 1"));
  await answerDialog("Vazgeç");
  assert.deepEqual(chips(), ["Masa 1", "Masa 2"]);
  await click(button("Kaldır: Masa 1"));
  await answerDialog("Masayı sil");
  await until(() => chips().length === 1);
  await until(() => document.activeElement === field(NEW));
  assertFocused(field(NEW));
  await click(button("Kodları yenile"));
  await answerDialog("Vazgeç");
  assert.deepEqual(await tablesOf(app, owner), before.slice(1));
  await click(button("Kodları yenile"));
  await answerDialog("Kodları yenile");
  await until(() => toldText().includes("Kodlar yenilendi."));
  const [renewed] = await tablesOf(app, owner);
  assert.notEqual(renewed!.code, before[1]!.code);
});

Deno.test("a table that another device has removed is gone, and the owner is told", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const [table] = await addTables(app, owner, "Masa 1", "Masa 2");
  await using _ = await openWholePanel(app, PATH, owner.token);
  await app.call("DELETE", `/api/tables/${table!._id}`, { token: owner.token });
  await renewCodes(app, owner);
  await click(button("Kaldır: Masa 1"));
  await answerDialog("Masayı sil");
  await until(() => toldText().includes("Masa bulunamadı."));
  assert.deepEqual(chips(), ["Masa 2"]);
});

function chips(): (string | null)[] {
  return [...document.querySelectorAll(".chip")].map((chip) => chip.textContent);
}
