// Words that are corrected (docs/library.md#search).
import { strict as assert } from "node:assert";
import fc from "fast-check";
import { correct, editDistance, lettersOf } from "../../server/library/song_search.ts";

const MAX_EDITS = 2;
const LETTERS = [..."abcdi"];

const vocabulary = (words: Record<string, number>) =>
  Object.entries(words).map(([word, songs]) => ({ word, songs, letters: lettersOf(word) }));

Deno.test("the closest words come first, and of equally close ones those of more songs", () => {
  const words = vocabulary({ gulumse: 3, gulumser: 9, gulumsek: 12, gul: 50 });
  assert.deepEqual(correct("gulumes", words), ["gulumse"]);
  assert.deepEqual(correct("gulumseb", words), ["gulumsek", "gulumser", "gulumse"]);
  assert.deepEqual(correct("guk", words), []);
  // From 8 letters on two edits are corrected, below that one.
  assert.deepEqual(correct("gulumbib", vocabulary({ gulumser: 1 })), []);
  assert.deepEqual(correct("gulumbeb", vocabulary({ gulumser: 1 })), ["gulumser"]);
  assert.deepEqual(correct("gulumbb", vocabulary({ gulumse: 1 })), []);
});

Deno.test("a word after one edit is one edit away, in both directions", () => {
  const text = fc.array(fc.constantFrom(...LETTERS), { minLength: 3, maxLength: 10 });
  const edit = fc.record({
    kind: fc.constantFrom("add", "remove", "replace", "swap"),
    at: fc.nat({ max: 8 }),
    letter: fc.constantFrom(...LETTERS),
  });
  fc.assert(
    fc.property(text, edit, (letters, { kind, at, letter }) => {
      const i = at % (letters.length - 1);
      const edited = [...letters];
      if (kind === "add") edited.splice(i, 0, letter);
      if (kind === "remove") edited.splice(i, 1);
      if (kind === "replace") edited[i] = letter;
      if (kind === "swap") [edited[i], edited[i + 1]] = [edited[i + 1]!, edited[i]!];
      const [before, after] = [letters.join(""), edited.join("")];
      assert.equal(editDistance(before, after, MAX_EDITS), before === after ? 0 : 1);
      assert.equal(editDistance(after, before, MAX_EDITS), editDistance(before, after, MAX_EDITS));
    }),
  );
});

Deno.test("what is left out by its letters alone is never close enough", () => {
  const word = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 8, maxLength: 10 });
  fc.assert(
    fc.property(word, word, (known, typed) => {
      const isClose = editDistance(known, typed, MAX_EDITS) <= MAX_EDITS;
      assert.equal(correct(typed, vocabulary({ [known]: 1 })).length === 1, isClose);
    }),
  );
});
