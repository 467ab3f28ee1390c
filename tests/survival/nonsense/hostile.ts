// Values that no call expects: texts, numbers and structures that have broken other programs.
import fc from "fast-check";

const TEXTS = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "a\udc00b",
  "\uffff",
  "\ufeff",
  "\u202e\u2066gnp.exe",
  "\u200b\u200d\u2060",
  "İIıi\u0307",
  "ﷺ".repeat(40),
  "e" + "\u0301".repeat(300),
  "👩‍👩‍👧‍👦".repeat(20),
  "\u2028\u2029",
  "\x1b[2J\x07",
  "<script>alert(1)</script>",
  "' or 1=1 --",
  "'; drop table accounts; --",
  '"',
  "%",
  "_%",
  "\\",
  "*:*",
  'a" OR "b',
  "NEAR(a b)",
  "-a ^b",
  "../../../../etc/passwd",
  "..%2f..%2fdata",
  "%00",
  "%ED%A0%80",
  "%E0%A4%A",
  "%c0%ae%c0%ae",
  "${7*7}{{7*7}}",
  "=cmd|' /C calc'!A0",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "NaN",
  "undefined",
  "null",
  "true",
  "[object Object]",
  "1e999",
  "0x10",
  "-0",
  "٣٤٥",
  "http://127.0.0.1:1/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "spotify:track:",
  "library:-1",
  "library:9999999999999999999999",
];

const NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  0.005,
  1e-7,
  10.005,
  1e21,
  1e300,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  2 ** 31,
  2 ** 32,
  2 ** 63,
  -(2 ** 63),
  8.64e15,
  8.64e15 + 1,
];

/** A text that programs misread, any text in any Unicode, or a very long one. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS) },
  {
    weight: 3,
    arbitrary: fc.array(fc.nat(0xffff), { maxLength: 30 })
      .map((units) => String.fromCharCode(...units)),
  },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 80 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom("x", "ı", "😀", "\0", "%41"), fc.integer({ max: 9000 }))
      .map(([unit, times]) => unit.repeat(Math.max(1, times))),
  },
);

/** A number at a bound of some program, or any. */
export const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(...NUMBERS),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** A value of any type. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: hostileNumber },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { "": "" }),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }).map(nested) },
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value };
  return value;
}
