// Holds updates back while a pointer is pressed: a row that moved under it would be clicked by mistake.

export interface PointerGuard {
  /** Resolves as soon as no pointer is pressed, after the click that a release causes. */
  released(): Promise<void>;
}

/** A guard that follows the pointers of this page from now on. */
export function createPointerGuard(): PointerGuard {
  const pressed = new Set<number>();
  let waiting: (() => void)[] = [];

  const resume = () => {
    const resumed = waiting;
    waiting = [];
    setTimeout(() => resumed.forEach((resolve) => resolve()));
  };
  const press = ({ pointerId, button }: PointerEvent) => {
    // Other buttons open menus of the browser, which does not report their release.
    if (button === 0) pressed.add(pointerId);
  };
  const release = ({ pointerId }: PointerEvent) => {
    pressed.delete(pointerId);
    if (pressed.size === 0) resume();
  };
  const releaseAll = () => {
    pressed.clear();
    resume();
  };
  addEventListener("pointerdown", press, { capture: true });
  addEventListener("pointerup", release, { capture: true });
  addEventListener("pointercancel", release, { capture: true });
  // After these, a release can happen where this page is not told of it.
  addEventListener("blur", releaseAll);
  addEventListener("contextmenu", releaseAll);

  return {
    released: () =>
      pressed.size === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve)),
  };
}
