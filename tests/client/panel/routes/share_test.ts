import { strict as assert } from "node:assert";
import { faults } from "../../../support/dom/forms.ts";
import { button, click, field, link, pageText, type, until } from "../../../support/dom/page.ts";
import { refusal } from "../../../support/dom/network.ts";
import { alertText, openWholePanel } from "../../../support/dom/whole_panel.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { testApp } from "../../../support/start/test_app.ts";

Deno.test("the button prints; the screen warns of a link that phones cannot open", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await using _ = await openWholePanel(app, "/panel/share", token);
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

const NOTICES: [origin: string, notice: RegExp | undefined][] = [
  ["http://127.0.0.1:8000", /^Bu link şimdilik yalnızca bu bilgisayarda açılır\./],
  ["http://192.168.1.20:8000", /^Modem bu adresi değiştirirse.*ona 192\.168\.1\.20 adresini verin/],
  ["http://siradaki.local:8000", /^Bu link yalnızca kafenin ağında açılır/],
  ["https://siradaki.example", undefined],
];

for (const [origin, notice] of NOTICES) {
  Deno.test(`before cards for ${origin} are printed, the owner ${notice ? "is warned" : "is not bothered"}`, async () => {
    await using app = await testApp({ GUEST_ORIGIN: origin });
    const { token } = await createOwner(app.deps);
    await using _ = await openWholePanel(app, "/panel/share", token);
    const shown = document.querySelector(".notice")?.textContent;
    if (notice) assert.match(shown ?? "", notice);
    else assert.equal(shown, undefined);
  });
}

Deno.test("cards are printed in the number that was chosen, with the numbers of their tables", async () => {
  await using app = await testApp();
  const { token, cafeId } = await createOwner(app.deps, "Işıl'ın Kahvesi");
  await using _ = await openWholePanel(app, "/panel/share", token);
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
  assert.ok(card.includes(`127.0.0.1:8000/k/${cafeId.slice(-8).toLowerCase()}Okutun`), card);
});

Deno.test("the links to the cafe's page and to its television page are the short ones", async () => {
  await using app = await testApp({ GUEST_ORIGIN: "https://siradaki.example" });
  const { token, cafeId } = await createOwner(app.deps);
  await using _ = await openWholePanel(app, "/panel/share", token);
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
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await using _ = await openWholePanel(app, "/panel/share", token);
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

Deno.test("a failed load of the cafe is reported", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await using panel = await openWholePanel(app, "/panel/payouts", token);
  panel.network.answer(
    "GET",
    "/api/cafes/me",
    refusal("database_unavailable", "Sistem şu anda yoğun."),
  );
  await click(link("Paylaş"));
  await until(() => alertText().startsWith("Kafe bilgileri yüklenemedi."));
});

/** The numbers on the printed cards, '' for none, by sheet. */
function printedTables(): string[][] {
  return [...document.querySelectorAll(".print-sheet")].map((sheet) =>
    [...sheet.querySelectorAll(".table-card")].map((card) =>
      card.querySelector(".table-card-number b")?.textContent ?? ""
    )
  );
}
