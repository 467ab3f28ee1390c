import { strict as assert } from "node:assert";
import {
  manyDone,
  type ManyKind,
  manyQuestion,
  manyUndone,
} from "../../../client/panel/many_words.ts";
import { useUndoKey } from "../../../client/panel/use_owner_frame.ts";
import { OFFLINE, refusal } from "../dom/network.ts";
import {
  assertFocused,
  button,
  click,
  fire,
  pageText,
  perform,
  press,
  settle,
} from "../dom/page.ts";
import { openPanel, type PanelPage } from "../dom/panel_page.tsx";
import { openRequest, songRequest } from "../../support/people/songs.ts";

const MINUTES_2 = 120_000;
const REJECTED = songRequest("1", { status: "pending", songTitle: "Gülpembe" });
const REMOVED = songRequest("2", { status: "approved", songTitle: "Islak Islak" });

Deno.test("a rejection can be taken back by the notice about it, which says what came of it", async () => {
  await using panel = await openOffers(REJECTED);
  assert.equal(pageText(), "'Gülpembe' reddedildi.Geri al");
  assert.ok(document.activeElement === document.body, "the focus stays where it was");
  await press(button("Geri al"));
  assert.deepEqual(paths(panel), ["POST /api/requests/1/undo"]);
  assert.equal(panel.refreshes(), 1);
  assert.equal(pageText(), "'Gülpembe' yeniden onay bekliyor.");
});

Deno.test("the removal of a song that cannot be played can be taken back, too", async () => {
  await using panel = await openOffers();
  await offer(panel, openRequest("3", { status: "approved", unplayable: true }));
  assert.equal(pageText(), "'Şarkı 3' silindi.Geri al");
  await press(button("Geri al"));
  assert.equal(pageText(), "'Şarkı 3' yeniden çalınamayanlar arasında.");
});

for (
  const [undone, told] of [
    [2, "2 istek yeniden onay bekliyor."],
    [1, "1 istek yeniden onay bekliyor.1 tanesi artık geri alınamaz."],
    [0, "İşlem geri alınamadı.Bu işlem artık geri alınamaz."],
  ] as const
) {
  Deno.test(`a decision on two requests is taken back by one undo, which says that it was ${undone}`, async () => {
    await using panel = await openOffers(REJECTED);
    panel.network.answer("POST", "/api/requests/undo", { changed: undone });
    const requests = [openRequest("4"), openRequest("5")];
    const decided = { kind: "approve", requests, changed: 2 } as const;
    await perform(() => panel.services.undo.offerMany(decided, Date.now()));
    assert.equal(pageText(), "2 istek onaylandı.Önceki 1 işlem de geri alınabilir.Geri al");
    await pressUndo(document.body);
    await settle();
    assert.deepEqual(panel.network.bodies(), [{ ids: ["4", "5"] }]);
    assert.equal(pageText(), `${told}'Gülpembe' reddedildi.Geri al`);
  });
}

Deno.test("the offer lasts for two minutes from the call, and no longer", async () => {
  await using panel = await openOffers();
  const sentAt = Date.now();
  await panel.time.pass(500);
  await offer(panel, REJECTED, sentAt);
  await panel.time.pass(MINUTES_2 - 501);
  assert.match(pageText(), /Geri al/);
  await panel.time.pass(1);
  assert.equal(pageText(), "");
  assert.equal(await panel.services.undo.undoLatest(), false);
});

Deno.test("the latest decision is offered; once it is taken back, the one before it", async () => {
  await using panel = await openOffers(REJECTED);
  await offer(panel, REMOVED);
  assert.match(pageText(), /^'Islak Islak' sıradan çıkarıldı\.Önceki 1 işlem de geri alınabilir\./);
  await press(button("Geri al"));
  assert.match(pageText(), /'Islak Islak' yeniden sırada\..*'Gülpembe' reddedildi\.Geri al/);
  await press(button("Geri al"));
  assert.deepEqual(paths(panel), ["POST /api/requests/2/undo", "POST /api/requests/1/undo"]);
  assert.doesNotMatch(pageText(), /Geri al/);
});

Deno.test("other successes come and go beside the offer", async () => {
  await using panel = await openOffers(REJECTED);
  await perform(() => panel.services.notices.show("success", "'Ali' çalmaya başladı."));
  assert.match(pageText(), /'Gülpembe' reddedildi\..*'Ali' çalmaya başladı\./);
  await panel.time.pass(8_000);
  assert.equal(pageText(), "'Gülpembe' reddedildi.Geri al");
});

Deno.test("pressing twice takes back once", async () => {
  await using panel = await openOffers(REJECTED);
  const waiting = panel.network.hold("POST", "/api/requests/1/undo");
  await click(button("Geri al"));
  await click(button("Geri al"));
  assert.equal(waiting.length, 1);
  await perform(() => waiting[0]!.release(Response.json(REJECTED)));
});

Deno.test("an undo that comes too late says so, and is not offered again", async () => {
  await using panel = await openOffers(REJECTED);
  panel.network.answer(
    "POST",
    "/api/requests/",
    refusal("not_undoable", "Bu işlem artık geri alınamaz."),
  );
  await press(button("Geri al"));
  assert.equal(pageText(), "İşlem geri alınamadı.Bu işlem artık geri alınamaz.");
});

Deno.test("an undo that got no answer can be tried again", async () => {
  await using panel = await openOffers(REJECTED);
  panel.network.answer("POST", "/api/requests/", OFFLINE);
  await press(button("Geri al"));
  assert.match(pageText(), /İşlem geri alınamadı\..*'Gülpembe' reddedildi\.Geri al/);
  panel.network.answer("POST", "/api/requests/", REJECTED);
  await press(button("Geri al"));
  assert.match(pageText(), /'Gülpembe' yeniden onay bekliyor\./);
});

Deno.test("the focus of a pressed 'Geri al' goes to the row that came back", async () => {
  await using panel = await openOffers(REJECTED);
  const row = document.createElement("div");
  row.dataset.glide = "1";
  row.append(Object.assign(document.createElement("button"), { textContent: "Reddet" }));
  document.body.append(row);
  await press(button("Geri al"));
  await panel.time.pass(1);
  assertFocused(row.querySelector("button"));
});

Deno.test("Ctrl+Z takes the latest decision back, but not in a field", async () => {
  await using panel = await openOffers(REJECTED);
  const input = document.body.appendChild(document.createElement("input"));
  await pressUndo(input);
  assert.deepEqual(paths(panel), []);
  await pressUndo(document.body);
  await settle();
  assert.deepEqual(paths(panel), ["POST /api/requests/1/undo"]);
});

/** A page that offers to take back what was decided, at first of `decided`. */
async function openOffers(decided?: typeof REJECTED): Promise<PanelPage> {
  const panel = await openPanel();
  panel.network.answer("POST", "/api/requests/", REJECTED);
  await panel.show(<Offers />);
  if (decided) await offer(panel, decided);
  return panel;
}

function Offers() {
  useUndoKey();
  return null;
}

async function offer(panel: PanelPage, request: typeof REJECTED, sentAt = Date.now()) {
  await perform(() => panel.services.undo.offer(request, sentAt));
}

function paths(panel: PanelPage): string[] {
  return panel.network.calls.map(({ method, path }) => `${method} ${path}`);
}

async function pressUndo(target: Element): Promise<void> {
  await fire(target, "keydown", { key: "z", ctrlKey: true });
}

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
