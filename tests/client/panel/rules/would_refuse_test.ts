import { strict as assert } from "node:assert";
import { beyond, blockedBy } from "../../../../client/panel/rules/RuleFields.tsx";
import { copied, withAnother, withTimes } from "../../../../client/panel/rules/RequestsSection.tsx";
import { openRequest } from "../../../support/people/songs.ts";

Deno.test("blockedBy counts whole words and phrases in title or artist, folded, and not across both", () => {
  const pending = [
    openRequest("1", { songTitle: "Ağır Roman", artist: "Işıl" }),
    openRequest("2", { songTitle: "AGIR, roman!", artist: "Biri" }),
    openRequest("3", { songTitle: "Roman", artist: "Ağır" }),
    openRequest("4", { songTitle: "Romantik", artist: "IŞIL" }),
  ];
  assert.equal(blockedBy([], pending), 0);
  assert.equal(blockedBy(["ağır roman"], pending), 2);
  assert.equal(blockedBy(["roman"], pending), 3);
  assert.equal(blockedBy(["ışıl"], pending), 2);
  assert.equal(blockedBy(["an", "ro"], pending), 0);
});

Deno.test("beyond counts what each guest has pending above the limit", () => {
  const of = (sameGuest: number) =>
    Array.from({ length: sameGuest }, (_, i) => openRequest(`${sameGuest}-${i}`, { sameGuest }));
  const pending = [...of(1), ...of(3), ...of(7)];
  assert.equal(beyond(null, pending), 0);
  assert.equal(beyond(7, pending), 0);
  assert.equal(beyond(2, pending), 1 + 5);
  assert.equal(beyond(1, pending), 2 + 6);
});

Deno.test("a day that is opened takes the times of the closest open day before it, over the week's edge too", () => {
  const friday = withTimes([], 5, [{ opens: "20:00", closes: "03:00" }]);
  assert.deepEqual(withAnother(friday, 1), [
    { weekday: 1, opens: "20:00", closes: "03:00" },
    ...friday,
  ]);
  assert.equal(copied(withAnother(friday, 5), 5).length, 14);
});
