// Whether a finger is down: rows that move under it would be pressed by mistake.

const down = new Set<number>();
let waiting: (() => void)[] = [];
let listening = false;

/** Resolves as soon as no pointer is down, after the click that a release becomes. */
export function untouched(): Promise<void> {
  if (!listening) listen();
  if (down.size === 0) return Promise.resolve();
  return new Promise((resolve) => waiting.push(resolve));
}

function listen(): void {
  listening = true;
  const press = ({ pointerId, button }: PointerEvent) => {
    // The others open menus of the browser's, which keep the release to themselves.
    if (button === 0) down.add(pointerId);
  };
  const lift = ({ pointerId }: PointerEvent) => {
    down.delete(pointerId);
    if (down.size === 0) letGo();
  };
  addEventListener("pointerdown", press, { capture: true });
  addEventListener("pointerup", lift, { capture: true });
  addEventListener("pointercancel", lift, { capture: true });
  // A release elsewhere is not told here.
  for (const away of ["blur", "contextmenu"]) addEventListener(away, forgetAll);
}

function forgetAll(): void {
  down.clear();
  letGo();
}

function letGo(): void {
  const resolved = waiting;
  waiting = [];
  setTimeout(() => resolved.forEach((resolve) => resolve()));
}
