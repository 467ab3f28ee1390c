// Hides the mouse's cursor while the mouse rests.

const IDLE_MS = 3_000;

/** Marks the document as `idle` from 3 s after the last movement to the next one. */
export function hideCursor(): void {
  const { classList } = document.documentElement;
  let timer: ReturnType<typeof setTimeout>;
  const moved = () => {
    clearTimeout(timer);
    classList.remove("idle");
    timer = setTimeout(() => classList.add("idle"), IDLE_MS);
  };
  document.addEventListener("pointermove", moved);
  moved();
}
