import { strict as assert } from "node:assert";
import {
  type CardChoice,
  cardFaults,
  CARDS_PER_SHEET,
  cardSheets,
} from "../../../../client/panel/share/TableCards.tsx";

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
