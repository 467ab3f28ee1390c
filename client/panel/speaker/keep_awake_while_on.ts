// Keeps the screen from going dark while the player is on.
import { keepAwake } from "../../lib/keep_awake.ts";
import type { Speaker } from "./speaker.ts";

/** Returns the function that ends it. */
export function keepAwakeWhileOn(speaker: Speaker): () => void {
  let rest: (() => void) | undefined;
  const follow = () => {
    const isOn = speaker.current().phase === "on";
    if (isOn) rest ??= keepAwake();
    else {
      rest?.();
      rest = undefined;
    }
  };
  const unsubscribe = speaker.subscribe(follow);
  return () => {
    unsubscribe();
    rest?.();
  };
}
