// Pointer events as the browser fires them on the window. happy-dom has none that a test could press.

/** `pointerdown`, `pointerup` or `pointercancel`. `button` 0 is a finger or the main button. */
export function pointer(type: string, pointerId = 1, button = 0): void {
  dispatchEvent(Object.assign(new Event(type), { pointerId, button }));
}
