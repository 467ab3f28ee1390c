import { strict as assert } from "node:assert";
import { formatPeriod, formatShortDay, groupIban } from "../../../client/lib/format.ts";
import { qrSvg } from "../../../client/panel/share/ShareCode.tsx";

Deno.test("groupIban writes an IBAN in groups of four", () => {
  assert.equal(groupIban("TR330006100519786457841326"), "TR33 0006 1005 1978 6457 8413 26");
  assert.equal(groupIban(""), "");
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
