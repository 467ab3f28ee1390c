// A key that is held down.
import type { KeyboardEvent } from "react";

/** For `onKeyDown`: an Enter key that is held down presses one button, though the focus moves on to another. */
export function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}
