import { strict as assert } from "node:assert";
import { type Reach, reachOf } from "../../../../client/panel/share/ReachNotice.tsx";
import {
  type CardChoice,
  cardFaults,
  CARDS_PER_SHEET,
  cardSheets,
} from "../../../../client/panel/share/TableCards.tsx";
import { newLabels } from "../../../../client/panel/share/TablesSection.tsx";

const CHOICE: CardChoice = { perSheet: 4, count: "4", numbered: false, first: "1" };

Deno.test("numbered cards count up from the first table, and fill one sheet after the other", () => {
  const sheets = cardSheets({ ...CHOICE, count: "6", numbered: true, first: "7" });
  assert.deepEqual(sheets, [[7, 8, 9, 10], [11, 12]]);
});

Deno.test("cards without numbers have none, whatever was typed as the first one", () => {
  const sheets = cardSheets({ ...CHOICE, perSheet: 2, count: "3", first: "7" });
  assert.deepEqual(sheets, [[null, null], [null]]);
});

for (const perSheet of CARDS_PER_SHEET) {
  Deno.test(`as many cards as were ordered are printed, at most ${perSheet} on a sheet`, () => {
    for (let count = 1; count <= 100; count++) {
      const sheets = cardSheets({ ...CHOICE, perSheet, count: String(count), numbered: true });
      assert.deepEqual(sheets.flat(), Array.from({ length: count }, (_, i) => i + 1));
      assert.ok(sheets.every((sheet) => sheet.length > 0 && sheet.length <= perSheet));
      assert.equal(sheets.length, Math.ceil(count / perSheet));
    }
  });
}

for (const count of ["", " ", "0", "-1", "101", "1,5", "1e1", "on"]) {
  Deno.test(`'${count}' cards cannot be ordered`, () => {
    assert.match(cardFaults({ ...CHOICE, count }).count ?? "", /1 ile 100 arasında/);
  });
}

Deno.test("a table's number has to be a number from 1, if there are numbers", () => {
  for (const first of ["", "0", "1000", "A1"]) {
    const faulty = cardFaults({ ...CHOICE, numbered: true, first });
    assert.match(faulty.first ?? "", /1 ile 999 arasında/);
    assert.equal(cardFaults({ ...CHOICE, first }).first, undefined);
  }
  for (const first of ["1", " 12 ", "999"]) {
    const fine = cardFaults({ ...CHOICE, count: "100", numbered: true, first });
    assert.deepEqual(fine, { count: undefined, first: undefined });
  }
});

const TYPED: [text: string, labels: string[] | undefined][] = [
  ["Masa 5", ["Masa 5"]],
  ["Masa 9-11, Bar ,, Bahçe 1 – 2", ["Masa 9", "Masa 10", "Masa 11", "Bar", "Bahçe 1", "Bahçe 2"]],
  ["1-3", ["Masa 1", "Masa 2", "Masa 3"]],
  ["7", ["Masa 7"]],
  ["A4-A6", ["A4-A6"]],
  ["Masa 3-1", ["Masa 3-1"]],
  ["Bar, Bar; Masa 1\nMasa 1-2", ["Bar", "Masa 1", "Masa 2"]],
  ["", undefined],
  [" , ", undefined],
  ["a".repeat(41), undefined],
  ["Masa 1-201", undefined],
  ["Masa 1-9999", undefined],
];
for (const [text, labels] of TYPED) {
  Deno.test(`newLabels reads ${JSON.stringify(text.slice(0, 40))} as ${labels?.length ?? "no"} tables`, () => {
    assert.deepEqual(newLabels(text), labels);
  });
}

Deno.test("newLabels reads 200 tables from one range", () => {
  assert.equal(newLabels("Masa 1-200")!.length, 200);
});

/** The origins of links, by where they can be opened. */
const ORIGINS: Record<Reach, string[]> = {
  computer: [
    "http://127.0.0.1:8000",
    "http://127.8.9.10",
    "http://2130706433",
    "http://0.0.0.0:8000",
    "http://localhost:8000",
    "http://LOCALHOST.:8000",
    "http://siradaki.localhost",
    "http://[::1]:8000",
    "http://[::]",
    "http://[::ffff:127.0.0.1]",
  ],
  address: [
    "http://10.0.0.5",
    "http://172.16.0.1",
    "http://172.31.255.255",
    "http://192.168.1.20:8000",
    "https://192.168.1.20",
    "http://169.254.10.1",
    "http://100.64.0.1",
    "http://100.127.0.1",
    "http://[fd12:3456::1]:8000",
    "http://[fc00::1]",
    "http://[fe80::1]",
    "http://[febf::1]",
    "http://[::ffff:192.168.1.20]",
  ],
  name: [
    "http://siradaki.local:8000",
    "http://kafe-bilgisayari",
    "http://kasa.lan",
    "http://kasa.home",
    "http://kasa.home.arpa.",
    "http://kasa.fritz.internal",
  ],
  internet: [
    "https://siradaki.example",
    "https://istek.kahveduragi.com.tr:8443",
    "http://8.8.8.8",
    "http://172.15.0.1",
    "http://172.32.0.1",
    "http://192.169.1.1",
    "http://100.63.0.1",
    "http://100.128.0.1",
    "http://11.0.0.1",
    "http://[2001:db8::1]",
    "http://[fec::1]",
    "http://[ff::1]",
    "http://[::ffff:8.8.8.8]",
    "https://127.kafe.example",
    "https://local.example.com",
    "https://localhost.example.com",
  ],
};

for (const [reach, origins] of Object.entries(ORIGINS)) {
  for (const origin of origins) {
    Deno.test(`a link to ${origin} can be opened by: ${reach}`, () => {
      assert.equal(reachOf(`${origin}/cafe/01M813MTCWJZCBMXZM3NMVWZYX`), reach);
    });
  }
}
