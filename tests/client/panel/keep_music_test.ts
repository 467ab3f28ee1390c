import { strict as assert } from "node:assert";
import { createStore } from "../../../client/lib/store.ts";
import { createConfirmation } from "../../../client/lib/confirmation.ts";
import { isMusicHere, mayEndMusic } from "../../../client/panel/keep_music.ts";
import type { OpenSpeaker } from "../../../client/panel/speaker/open_speaker.ts";

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
