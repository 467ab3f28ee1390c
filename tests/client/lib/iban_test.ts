import { strict as assert } from "node:assert";
import fc from "fast-check";
import { formatIban, isTurkishIban, typeIban } from "../../../client/lib/iban.ts";

const IBAN = "TR330006100519786457841326";
const GROUPED = "TR33 0006 1005 1978 6457 8413 26";

Deno.test("formatIban groups by four whatever was pasted", () => {
  for (
    const text of [IBAN, IBAN.toLowerCase(), GROUPED, "TR33-0006.1005 1978\u00a06457 8413\t26"]
  ) {
    assert.equal(formatIban(text), GROUPED);
  }
  assert.equal(formatIban(""), "");
  assert.equal(formatIban("TR33"), "TR33");
  assert.equal(formatIban("TR330"), "TR33 0");
});

Deno.test("formatIban changes nothing that it has formatted, and loses no letter or digit", () => {
  fc.assert(fc.property(fc.string(), (text) => {
    const once = formatIban(text);
    assert.equal(formatIban(once), once);
    assert.equal(once.replaceAll(" ", ""), text.toUpperCase().replace(/[^A-Z0-9]/g, ""));
  }));
});

Deno.test("typeIban typed key by key arrives at the same text with the caret at its end", () => {
  let typed = { text: "", caret: 0 };
  for (const key of IBAN.toLowerCase()) {
    typed = typeIban({ text: typed.text + key, caret: typed.caret + 1 });
  }
  assert.deepEqual(typed, { text: GROUPED, caret: GROUPED.length });
});

Deno.test("typeIban keeps the caret where a digit is put into the middle", () => {
  assert.deepEqual(typeIban({ text: "TR33 00906 1005", caret: 8 }), {
    text: "TR33 0090 6100 5",
    caret: 8,
  });
  assert.deepEqual(typeIban({ text: "TR339 0006 1005", caret: 5 }), {
    text: "TR33 9000 6100 5",
    caret: 6,
  });
});

Deno.test("typeIban deletes backwards from anywhere to the beginning, one character a key", () => {
  for (let start = 1; start <= GROUPED.length; start++) {
    let typed = { text: GROUPED, caret: start };
    for (let keys = 0; typed.caret > 0; keys++) {
      assert(keys <= start, `stuck at ${typed.caret} of '${typed.text}'`);
      const text = typed.text.slice(0, typed.caret - 1) + typed.text.slice(typed.caret);
      typed = typeIban({ text, caret: typed.caret - 1 });
    }
    assert.equal(typed.text, formatIban(GROUPED.slice(start)));
  }
});

Deno.test("typeIban deletes forwards from anywhere to the end", () => {
  for (let start = 0; start < GROUPED.length; start++) {
    let typed = { text: GROUPED, caret: start };
    for (let keys = 0; typed.caret < typed.text.length; keys++) {
      assert(keys <= GROUPED.length, `stuck at ${typed.caret} of '${typed.text}'`);
      const text = typed.text.slice(0, typed.caret) + typed.text.slice(typed.caret + 1);
      typed = typeIban({ text, caret: typed.caret }, true);
    }
    assert.equal(typed.text, formatIban(GROUPED.slice(0, start)));
  }
});

Deno.test("isTurkishIban takes right check digits of a Turkish account alone", () => {
  for (const text of [IBAN, GROUPED, GROUPED.toLowerCase()]) assert(isTurkishIban(text), text);
  for (
    const text of [
      "",
      "TR",
      "TR330006100519786457841327",
      `${IBAN}0`,
      IBAN.slice(0, -1),
      "DE89370400440532013000",
    ]
  ) assert(!isTurkishIban(text), text);
});
