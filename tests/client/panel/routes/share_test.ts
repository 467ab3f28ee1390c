import { strict as assert } from "node:assert";
import { BUSY } from "../../dom/network.ts";
import { faults } from "../../dom/forms.ts";
import {
  assertFocused,
  button,
  click,
  field,
  pageText,
  perform,
  submit,
  texts,
  type,
  until,
} from "../../dom/page.ts";
import {
  answerDialog,
  openOwnPanel,
  openWholePanel,
  toldText,
  type WholePanel,
} from "../../dom/whole_panel.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { setRules } from "../../../support/people/house.ts";
import { addTables, renewCodes, tablesOf } from "../../../support/people/tables.ts";
import { testApp } from "../../../support/start/test_app.ts";

Deno.test("the button prints; the screen warns of a link that phones cannot open", async () => {
  await using _ = await openOwnPanel("/panel/share");
  assert.match(pageText(), /Bu link şimdilik yalnızca bu bilgisayarda açılır\./);
  const printed: string[] = [];
  Object.assign(globalThis, { print: () => printed.push(document.title) });
  try {
    await click(button("Masa kartlarını yazdır"));
  } finally {
    Reflect.deleteProperty(globalThis, "print");
  }
  assert.deepEqual(printed, ["Paylaş · Sıradaki"]);
});

Deno.test("that the cards are printed is recorded by the next print if the first one could not say so", async () => {
  await using panel = await openOwnPanel("/panel/share");
  const path = "/api/cafes/first-steps";
  const sent = () => panel.network.calls.filter((call) => call.path === path).length;
  const print = () => perform(() => void dispatchEvent(new Event("beforeprint")));
  panel.network.answer("PUT", path, BUSY);
  await print();
  await until(() => sent() === 1);
  panel.network.restore("PUT", path);
  await print();
  await until(() => sent() === 2 && panel.network.underWay() === 0);
});

const NOTICES: [origin: string, notice: RegExp | undefined][] = [
  ["http://127.0.0.1:8000", /^Bu link şimdilik yalnızca bu bilgisayarda açılır\./],
  ["http://192.168.1.20:8000", /^Modem bu adresi değiştirirse.*ona 192\.168\.1\.20 adresini verin/],
  ["http://siradaki.local:8000", /^Bu link yalnızca kafenin ağında açılır/],
  ["https://siradaki.example", undefined],
];

for (const [origin, notice] of NOTICES) {
  Deno.test(`before cards for ${origin} are printed, the owner ${notice ? "is warned" : "is not bothered"}`, async () => {
    await using _ = await openOwnPanel("/panel/share", { environment: { GUEST_ORIGIN: origin } });
    const shown = document.querySelector(".notice")?.textContent;
    if (notice) assert.match(shown ?? "", notice);
    else assert.equal(shown, undefined);
  });
}

Deno.test("cards are printed in the number that was chosen, with the numbers of their tables", async () => {
  await using panel = await openOwnPanel("/panel/share", { named: "Işıl'ın Kahvesi" });
  const { cafeId } = panel.owner;
  assert.deepEqual(printedTables(), [["", "", "", ""]]);
  await type(field("Kart sayısı"), "10");
  await click(field("Masa numarası yazılsın"));
  await type(field("İlk masanın numarası"), "21");
  await click(field("8 küçük A7"));
  assert.match(pageText(), /10 kart, 2 sayfa A4\./);
  assert.deepEqual(printedTables(), [
    ["21", "22", "23", "24", "25", "26", "27", "28"],
    ["29", "30"],
  ]);
  const card = document.querySelector(".print-sheet .table-card")!.textContent;
  assert.match(card, /Işıl'ın Kahvesi.*Sıradaki şarkı.*sizden.*OkutunSeçinGönderin.*Masa 21/);
  const address = `127.0.0.1:8000/k/${cafeId.slice(-8).toLowerCase()}`;
  assert.ok(card.includes(`${address}English: same code, link at the bottomOkutun`), card);
});

Deno.test("the links to the cafe's page and to its television page are the short ones", async () => {
  await using panel = await openOwnPanel("/panel/share", {
    environment: { GUEST_ORIGIN: "https://siradaki.example" },
  });
  const { cafeId } = panel.owner;
  const page = `https://siradaki.example/k/${cafeId.slice(-8).toLowerCase()}`;
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".share-link > a")];
  assert.deepEqual(links.map(({ href }) => href), [page, `${page}/ekran`]);
  const shown = links.map(({ textContent }) => textContent.replace("(yeni sekmede açılır)", ""));
  assert.deepEqual(shown, [page, `${page}/ekran`]);
  const [screen] = [...document.querySelectorAll("a")]
    .filter(({ textContent }) => textContent.startsWith("Ekranı aç"));
  assert.deepEqual([screen!.href, screen!.target], [`${page}/ekran`, "_blank"]);
});

Deno.test("a number of cards that cannot be printed is refused beside its field, and the last one stays", async () => {
  await using _ = await openOwnPanel("/panel/share");
  await type(field("Kart sayısı"), "5");
  await type(field("Kart sayısı"), "500");
  assert.deepEqual(faults(), { "Kart sayısı": "1 ile 100 arasında bir sayı yazın." });
  assert.equal(printedTables().flat().length, 5);
  let printed = 0;
  Object.assign(globalThis, { print: () => printed++ });
  try {
    await click(button("Masa kartlarını yazdır"));
  } finally {
    Reflect.deleteProperty(globalThis, "print");
  }
  assert.equal(printed, 0);
});

/** The numbers on the printed cards, '' for none, by sheet. */
const printedTables = () =>
  [...document.querySelectorAll(".print-sheet")].map((sheet) =>
    [...sheet.querySelectorAll(".table-card")].map((card) =>
      card.querySelector(".table-card-number b")?.textContent ?? ""
    )
  );

// The tables on the share screen: adding, removing, new codes, and what another device has done meanwhile.
const PATH = "/panel/share";
const NEW = "Yeni masalar";

Deno.test("tables are added from a range and from names, and each gets a card with its own code", async () => {
  await using panel = await openOwnPanel(PATH);
  const { app, owner } = panel;
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
  await using panel = await openOwnPanel(PATH);
  const { app, owner } = panel;
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

const chips = () => texts(".chip");

// Open screens follow what another device changes, also where guests read the same as before.
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
  await panel.hear({ type: "ready", revision: Date.now() });
}

/** What the card's address carries. */
const printedCode = () =>
  document.querySelector(".print-sheet .table-card-address")?.textContent
    ?.split("?masa=")[1];
