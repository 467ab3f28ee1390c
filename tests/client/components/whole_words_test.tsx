import { strict as assert } from "node:assert";
import { renderToString } from "react-dom/server";
import { wholeWords } from "../../../client/components/Notice.tsx";

/** The words that are kept whole, by sentence. */
const SENTENCES: [sentence: string, kept: string[]][] = [
  ["E-postanıza gönderilen kodu girin.", ["E-postanıza"]],
  ["Geçerli bir e-posta adresi girin.", ["e-posta"]],
  ["Kod e-postanızda; e-postanıza bakın.", ["e-postanızda;", "e-postanıza"]],
  ["Telefon numarası", []],
  ["", []],
];

for (const [sentence, kept] of SENTENCES) {
  Deno.test(`'${sentence}' reads the same, and ${kept.length} of its words are kept whole`, () => {
    const html = renderToString(<p>{wholeWords(sentence)}</p>).replaceAll("<!-- -->", "");
    const words = [...html.matchAll(/<span class="whole-word">([^<]*)<\/span>/g)];
    assert.deepEqual(words.map(([, word]) => word), kept);
    assert.equal(html.replace(/<[^>]+>/g, ""), sentence);
  });
}
