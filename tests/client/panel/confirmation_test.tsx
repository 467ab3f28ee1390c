import { strict as assert } from "node:assert";
import { createConfirmation } from "../../../client/lib/confirmation.ts";
import { createStore } from "../../../client/lib/store.ts";
import { ConfirmDialog } from "../../../client/panel/routes/__root.tsx";
import { isMusicHere, mayEndMusic } from "../../../client/panel/keep_music.ts";
import { createUnsavedChanges } from "../../../client/panel/services.ts";
import type { OpenSpeaker } from "../../../client/panel/speaker/open_speaker.ts";
import { button, click, openPage, pageText, perform } from "../dom/page.ts";

const ASKED = { title: "Kesilsin mi?", text: "Bahşişi yazılmayacak.", action: "Kes" };

Deno.test("a question is answered once, and another one answers it with no", async () => {
  const confirmation = createConfirmation();
  const first = confirmation.ask(ASKED);
  const second = confirmation.ask({ ...ASKED, title: "Çıkılsın mı?" });
  assert.equal(await first, false);
  assert.equal(confirmation.current()?.title, "Çıkılsın mı?");
  confirmation.current()!.answer(true);
  assert.deepEqual([await second, confirmation.current()], [true, null]);
});

Deno.test("an open question may change what it says, and be withdrawn", async () => {
  const confirmation = createConfirmation();
  const asked = confirmation.open(ASKED);
  asked.revise({ ...ASKED, text: "" });
  assert.equal(confirmation.current()?.text, "");
  asked.withdraw();
  assert.deepEqual([await asked.answer, confirmation.current()], [false, null]);
});

Deno.test("a question that is closed neither changes nor closes the one after it", async () => {
  const confirmation = createConfirmation();
  const first = confirmation.open(ASKED);
  const second = confirmation.open({ ...ASKED, title: "Çıkılsın mı?" });
  first.revise(ASKED);
  first.withdraw();
  assert.equal(confirmation.current()?.title, "Çıkılsın mı?");
  second.withdraw();
  second.revise(ASKED);
  assert.deepEqual([await second.answer, confirmation.current()], [false, null]);
});

Deno.test("nothing is asked in a tab that plays nothing", async () => {
  const confirmation = createConfirmation();
  for (const speaker of [undefined, player(false)]) {
    const services = { confirmation, speaker: createStore(speaker?.speaker) };
    assert.equal(isMusicHere(services), false);
    assert.equal(await mayEndMusic(services), true);
  }
});

Deno.test("before the music of this tab ends a person is asked; after a yes it is silent and is not asked again", async () => {
  const confirmation = createConfirmation();
  const { speaker, left } = player(true);
  const services = { confirmation, speaker: createStore<OpenSpeaker | undefined>(speaker) };
  for (const yes of [false, true]) {
    const asked = mayEndMusic(services);
    assert.match(confirmation.current()!.title, /^Müzik bu sekmede çalıyor\./);
    confirmation.current()!.answer(yes);
    assert.deepEqual([await asked, left()], [yes, yes ? 1 : 0]);
  }
  assert.equal(await mayEndMusic(services), true);
  assert.equal(confirmation.current(), null);
});

function player(isHeard: boolean) {
  let left = 0;
  const speaker = {
    isHeard: () => isHeard,
    leave() {
      left += 1;
      isHeard = false;
    },
  } as OpenSpeaker;
  return { speaker, left: () => left };
}

for (const [label, leaves] of [["Vazgeç", false], ["Kaydetmeden ayrıl", true]] as const) {
  Deno.test(`leaving with unsaved changes asks, and '${label}' ${leaves ? "leaves" : "stays"}`, async () => {
    await using page = await openPage();
    const confirmation = createConfirmation();
    const unsavedChanges = createUnsavedChanges(confirmation);
    await page.render(<ConfirmDialog confirmation={confirmation} />);
    unsavedChanges.set(true);
    let mayLeave: Promise<boolean> | undefined;
    await perform(() => void (mayLeave = unsavedChanges.mayLeave()));
    assert.ok(document.querySelector("dialog")!.open);
    assert.match(pageText(), /Yaptığınız değişiklikler kaydedilmedi\./);
    await click(button(label));
    assert.equal(await mayLeave, leaves);
    assert.equal(unsavedChanges.exist(), !leaves);
    assert.ok(!document.querySelector("dialog")!.open);
  });
}
