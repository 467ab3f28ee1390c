// What a screen says whose script did not arrive.
import { strict as assert } from "node:assert";
import { LoadFailed } from "../../../client/panel/ScreenStates.tsx";
import { fetchScripts, markMissingScripts } from "../../../client/panel/missing_script.ts";
import type { OpenSpeaker } from "../../../client/panel/speaker/open_speaker.ts";
import { holdTimers } from "../../support/time/held_timers.ts";
import { button, link, pageText, press } from "../dom/page.ts";
import { openPanel } from "../dom/panel_page.tsx";
import { countReloads } from "../dom/script.ts";
import { alertText } from "../dom/whole_panel.ts";
import { collectListeners } from "../dom/window.ts";

const TO_FETCH = "Failed to fetch dynamically imported module: http://kafe.test/assets/panel.js";

Deno.test("a script that did not arrive does not make the router load the document anew by itself", () => {
  using _ = collectListeners();
  assert.doesNotMatch(missingScript().message, /^Failed to fetch dynamically imported module/);
});

Deno.test("'Tekrar dene' loads the document anew once the server answers, and says so while it does not", async () => {
  await using screen = await openFailed();
  assert.equal(alertText(), "Bu ekran yüklenemedi.Sayfanın yenilenmesi gerekiyor.Tekrar dene");
  await press(button("Tekrar dene"));
  assert.match(alertText(), /Bağlantı yok\. Bağlantı gelince tekrar deneyin\./);
  assert.equal(screen.reloads(), 0);
  screen.panel.network.answer("GET", "/healthz", { status: "ok" });
  await press(button("Tekrar dene"));
  assert.equal(screen.reloads(), 1);
});

Deno.test("while this tab is heard the document stays, and the screen says where to open it", async () => {
  await using screen = await openFailed({ isHeard: () => true });
  assert.match(alertText(), /Müzik bu sekmede çalıyor.*Bu ekranı yeni bir sekmede açın\./);
  assert.doesNotMatch(pageText(), /Tekrar dene/);
  const { target, rel, href } = link("Yeni sekmede aç") as HTMLAnchorElement;
  assert.deepEqual([target, rel, href], ["_blank", "noopener", location.href]);
  assert.equal(screen.reloads(), 0);
});

Deno.test("music that began since the screen was shown keeps the document, too", async () => {
  let heard = false;
  await using screen = await openFailed({ isHeard: () => heard });
  screen.panel.network.answer("GET", "/healthz", { status: "ok" });
  heard = true;
  await press(button("Tekrar dene"));
  assert.equal(screen.reloads(), 0);
  assert.ok(link("Yeni sekmede aç"));
});

/** Opens the screen of a script that did not arrive, in a tab that may be the player. */
async function openFailed(speaker?: Pick<OpenSpeaker, "isHeard">) {
  const panel = await openPanel();
  panel.services.speaker.set(speaker as OpenSpeaker | undefined);
  await panel.render(<LoadFailed error={missingScript()} reset={() => {}} />);
  return {
    panel,
    reloads: countReloads(),
    [Symbol.asyncDispose]: () => panel[Symbol.asyncDispose](),
  };
}

/** The error of an import whose address could not be fetched, after the build's code has told of it. */
function missingScript(): Error {
  markMissingScripts();
  const payload = new TypeError(TO_FETCH);
  globalThis.dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload }));
  return payload;
}

Deno.test("other screens' scripts are fetched one after another, after the first screen; one that fails is left out", async () => {
  using timers = holdTimers();
  const real = globalThis.fetch;
  const asked: string[] = [];
  const answers = ["/a.js", "/b.js", "/c.js"].map(() => Promise.withResolvers<Response>());
  globalThis.fetch = (address) => answers[asked.push(String(address)) - 1]!.promise;
  try {
    const fetching = fetchScripts(["/a.js", "/b.js", "/c.js"]);
    timers.tick(4_000);
    await settled();
    assert.deepEqual(asked, []);
    timers.tick(1_000);
    await settled();
    assert.deepEqual(asked, ["/a.js"]);
    answers[0]!.reject(new TypeError("Failed to fetch"));
    await settled();
    assert.deepEqual(asked, ["/a.js", "/b.js"]);
    for (const { resolve } of answers) resolve(new Response("a script"));
    await fetching;
    assert.deepEqual(asked, ["/a.js", "/b.js", "/c.js"]);
  } finally {
    globalThis.fetch = real;
  }
});

/** Resolves once what was resolved before has had its effect. */
async function settled(): Promise<void> {
  await new Promise(setImmediate);
}
