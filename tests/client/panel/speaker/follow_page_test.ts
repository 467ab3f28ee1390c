import { strict as assert } from "node:assert";
import { createStore } from "../../../../client/lib/store.ts";
import { followPage } from "../../../../client/panel/speaker/open_speaker.ts";
import type { SpeakerView } from "../../../../client/panel/speaker/speaker.ts";

Deno.test("a page that is closed or put away gives the lease back, and one that is shown again goes on", () => {
  const { happen, told, end } = followed();
  happen("pagehide", { persisted: false });
  happen("pagehide", { persisted: true });
  assert.deepEqual(told, ["leave", "leave"]);
  happen("pageshow", { persisted: false });
  assert.equal(told.length, 2, "it was loaded, and has begun by itself");
  happen("pageshow", { persisted: true });
  assert.equal(told.at(-1), "go on");
  end();
  happen("pagehide", { persisted: false });
  assert.equal(told.length, 3);
});

Deno.test("the browser asks before the page is left while music is heard, and only then", () => {
  const { happen, hear, end } = followed();
  assert.equal(happen("beforeunload"), false);
  hear(true);
  assert.equal(happen("beforeunload"), true);
  hear(false);
  assert.equal(happen("beforeunload"), false);
  hear(true);
  end();
  assert.equal(happen("beforeunload"), false);
});

/** A player of which is told what the page asks of it. */
function followed() {
  const told: string[] = [];
  const view = createStore({ phase: "off" } as SpeakerView);
  let heard = false;
  const end = followPage({
    ...view,
    isHeard: () => heard,
    leave: () => void told.push("leave"),
    goOn: () => void told.push("go on"),
  });
  return {
    told,
    end,
    hear(now: boolean) {
      heard = now;
      view.set({ ...view.current() });
    },
    /** Returns whether the browser would ask. */
    happen(type: string, more: object = {}): boolean {
      const event = Object.assign(new Event(type, { cancelable: true }), more);
      dispatchEvent(event);
      return event.defaultPrevented;
    },
  };
}
