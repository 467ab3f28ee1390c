import { strict as assert } from "node:assert";
import fc from "../../support/properties.ts";
import {
  compareTurkish,
  formatDate,
  formatMoney,
  formatPeriod,
  formatShortDay,
  formatTime,
  shortTitle,
} from "../../../client/lib/format.ts";
import { formatIban, isTurkishIban, typeIban } from "../../../client/lib/iban.ts";
import { readAmount } from "../../../client/lib/read_amount.ts";
import { sizedCover } from "../../../client/components/Cover.tsx";
import { qrSvg } from "../../../client/panel/share/ShareCode.tsx";
import { isTip, MAX_TIP_TL } from "../../../server/contract/limits.ts";

Deno.test("formatMoney shows two decimals as Turkey writes them", () => {
  assert.deepEqual([0, 10, 1234.5, 10_000].map(formatMoney), [
    "0,00 TL",
    "10,00 TL",
    "1.234,50 TL",
    "10.000,00 TL",
  ]);
});

Deno.test("dates are Istanbul's, and a missing one is a dash", () => {
  assert.equal(formatDate("2026-11-08T21:30:00.000Z"), "9 Kasım 2026");
  assert.equal(formatTime("2026-11-08T21:30:00.000Z"), "00:30");
  assert.deepEqual([formatDate(null), formatDate(undefined), formatDate("")], ["-", "-", "-"]);
});

Deno.test("compareTurkish sorts as the Turkish alphabet goes", () => {
  const songs = ["İzmir", "Isparta", "Şile", "Sarı", "Çay", "Can", "Ürgüp", "Uşak"];
  assert.deepEqual(songs.sort(compareTurkish), [
    "Can",
    "Çay",
    "Isparta",
    "İzmir",
    "Sarı",
    "Şile",
    "Uşak",
    "Ürgüp",
  ]);
});

const kurus = fc.integer({ min: 0, max: MAX_TIP_TL * 100 });

for (
  const [text, tl] of [
    ["0", 0],
    ["10", 10],
    ["12,5", 12.5],
    ["12,50", 12.5],
    ["12.5", 12.5],
    ["12.50", 12.5],
    ["1000", 1000],
    ["1.000", 1000],
    ["1 000", 1000],
    ["1.000,5", 1000.5],
    ["1.000,50", 1000.5],
    ["1.234.567,89", 1_234_567.89],
    ["12.345", 12_345],
    [" 25 ", 25],
    ["25 TL", 25],
    ["25tl", 25],
    ["₺25", 25],
    ["25,50 ₺", 25.5],
    ["007", 7],
    // A separator that nothing follows yet: the guest is about to type decimals.
    ["12,", 12],
    ["12.", 12],
  ] as const
) {
  Deno.test(`'${text}' is read as ${tl} TL`, () => assert.equal(readAmount(text), tl));
}

for (
  const text of [
    ...["", "   ", ",", ".", ",5", "TL", "on", "1e3", "-5", "+5", "1-", "5%", "٣", "１２"],
    // In Turkish one, in English a thousand; and a half, or five hundred.
    ...["1,000", "10,000", "0.500"],
    ...["12,345", "1.0000", "1.00.000", "1.000 000", "1.000.5", "1.5.0", "1,000.50", "1..000"],
    ...["12,5,0", "1 0", "10 20", "NaN", "Infinity", "0x10", "10\n20"],
  ]
) {
  Deno.test(`'${text.replace("\n", "\\n")}' is not read as an amount`, () => {
    assert.equal(readAmount(text), undefined);
  });
}

Deno.test("every tip is read back exactly, however it is written", () => {
  fc.assert(fc.property(kurus, (kurus) => {
    const tl = kurus / 100;
    const whole = String(Math.floor(tl));
    const decimals = String(kurus % 100).padStart(2, "0");
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ".");
    const writings = [
      `${whole},${decimals}`,
      `${whole}.${decimals}`,
      `${grouped},${decimals}`,
      `${grouped.replaceAll(".", " ")},${decimals}`,
      formatMoney(tl),
    ];
    for (const text of writings) assert.equal(readAmount(text), tl, text);
    assert.ok(isTip(readAmount(formatMoney(tl))!));
  }));
});

Deno.test("whatever is read has at most two decimals, and is a tip unless it is too large", () => {
  const typed = fc.string({ unit: fc.constantFrom(..."0123456789,. -+eTL₺".split("")) });
  fc.assert(fc.property(typed, (text) => {
    const tl = readAmount(text);
    assert.ok(tl === undefined || isTip(tl) || tl > MAX_TIP_TL, `${text} is read as ${tl}`);
  }));
});

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

Deno.test("a title of up to 60 characters stays, and a longer one ends with an ellipsis", () => {
  assert.equal(shortTitle("Gülpembe"), "Gülpembe");
  assert.equal(shortTitle("Ü".repeat(60)), "Ü".repeat(60));
  assert.equal(shortTitle("Ü".repeat(61)), `${"Ü".repeat(59)}…`);
  assert.equal(shortTitle(`${"Ü".repeat(58)} ${"Ü".repeat(2)}`), `${"Ü".repeat(58)}…`);
});

Deno.test("a title is not cut within a character of two code units", () => {
  assert.equal(shortTitle("🎵".repeat(61)), `${"🎵".repeat(59)}…`);
});

const IMAGES = "https://i.scdn.co/image";
const ID = "ff9ca10b55ce82ae553c8228";

Deno.test("a cover of Spotify is asked for in the size that is shown", () => {
  for (const size of ["0000b273", "00001e02", "00004851"]) {
    const src = `${IMAGES}/ab67616d${size}${ID}`;
    assert.equal(sizedCover(src, 64), `${IMAGES}/ab67616d00004851${ID}`);
    assert.equal(sizedCover(src, 300), `${IMAGES}/ab67616d00001e02${ID}`);
  }
});

Deno.test("covers that come in one size alone, and no cover, stay as they are", () => {
  for (
    const src of [
      "",
      "/demo/covers/1.svg",
      "https://mosaic.scdn.co/640/ab67616d0000b273",
      `${IMAGES}/ab67706c0000bebb${ID}`,
    ]
  ) {
    assert.equal(sizedCover(src, 64), src);
  }
});

Deno.test("formatPeriod shows the last day, and names the month once where it can, in Istanbul days", () => {
  const [from, to] = ["2026-11-08T21:00:00.000Z", "2026-11-15T21:00:00.000Z"];
  assert.match(formatPeriod(from, to), /^9\s?–\s?15 Kasım 2026$/);
  assert.match(formatPeriod("2026-10-25T21:00:00.000Z", from), /^26 Ekim\s?–\s?8 Kasım 2026$/);
  assert.equal(formatPeriod(from, "2026-11-09T21:00:00.000Z"), "9 Kasım 2026");
  assert.equal(formatPeriod(from, from), "9 Kasım 2026");
});

Deno.test("formatShortDay keeps a day that travels without a time", () => {
  assert.equal(formatShortDay("2026-11-09"), "9 Kas");
});

Deno.test("qrSvg is a drawing of its own, white behind the code", () => {
  const svg = qrSvg({ size: 29, path: "M4 4h1v1h-1z" }, 256);
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="256" height="256"/);
  assert.match(svg, /viewBox="0 0 29 29"/);
  assert.match(svg, /fill="#fff" d="M0 0h29v29H0z"/);
});
