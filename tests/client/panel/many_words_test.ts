import { strict as assert } from "node:assert";
import {
  manyDone,
  type ManyKind,
  manyQuestion,
  manyUndone,
} from "../../../client/panel/many_words.ts";
import { openRequest } from "../../support/people/songs.ts";

const REFUSED = "İsteyenler isteklerini 'kabul edilmedi' olarak görecek.";
const UNDO = "İki dakika içinde geri alabilirsiniz.";

for (
  const [kind, count, tipAmount, title, text] of [
    [
      "approve",
      12,
      10.55,
      "Bekleyen 12 istek onaylansın mı?",
      `Toplam bahşiş 126,60 TL. Şarkı sırasına girecekler. ${UNDO}`,
    ],
    [
      "reject",
      2,
      0,
      "Bekleyen 2 istek reddedilsin mi?",
      `Hepsi bahşişsiz. ${REFUSED} ${UNDO}`,
    ],
    [
      "empty",
      8,
      42.5,
      "Sıradaki 8 şarkı çıkarılsın mı?",
      `Toplam 340,00 TL bahşiş yazılmaz. ${REFUSED} ${UNDO}`,
    ],
    [
      "approve",
      201,
      10,
      "Bekleyen ilk 200 istek onaylansın mı?",
      "Toplam bahşiş 2.000,00 TL. Şarkı sırasına girecekler. " +
      `Diğer 1 istek onay beklemeye devam edecek. ${UNDO}`,
    ],
    [
      "empty",
      250,
      10,
      "Sıradaki ilk 200 şarkı çıkarılsın mı?",
      `Toplam 2.000,00 TL bahşiş yazılmaz. ${REFUSED} Diğer 50 şarkı sırada kalacak. ${UNDO}`,
    ],
  ] as const
) {
  Deno.test(`manyQuestion of '${kind}' for ${count} requests says their number and sum`, () => {
    const question = manyQuestion(kind, requests(count, tipAmount));
    assert.equal(question.title, title);
    assert.equal(question.text, text);
    assert.equal(question.danger, kind !== "approve");
  });
}

for (
  const [kind, done, kept, undone] of [
    [
      "approve",
      "11 istek onaylandı.",
      "1 istek bu sırada geri alındı ya da başka yerde karara bağlandı.",
      "10 istek yeniden onay bekliyor.",
    ],
    [
      "reject",
      "11 istek reddedildi.",
      "1 istek bu sırada geri alındı ya da başka yerde karara bağlandı.",
      "10 istek yeniden onay bekliyor.",
    ],
    [
      "empty",
      "11 şarkı sıradan çıkarıldı.",
      "1 şarkı bu sırada çalınmaya başladı ya da başka yerde çıkarıldı.",
      "10 şarkı yeniden sırada.",
    ],
  ] satisfies [ManyKind, string, string, string][]
) {
  Deno.test(`of '${kind}' it is said how many were changed, and how many taken back`, () => {
    const decided = { kind, requests: requests(12, 10), changed: 11 };
    assert.deepEqual(manyDone(decided), { text: done, detail: kept });
    assert.equal(manyDone({ ...decided, changed: 12 }).detail, "");
    assert.deepEqual(manyUndone(decided, 10), {
      text: undone,
      detail: "1 tanesi artık geri alınamaz.",
    });
    assert.equal(manyUndone(decided, 11).detail, "");
  });
}

function requests(count: number, tipAmount: number) {
  return Array.from({ length: count }, (_, i) => openRequest(String(i), { tipAmount }));
}
