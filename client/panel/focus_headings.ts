// Moves the focus to the heading after a change of screen, so that screen readers announce the new screen.
import type { AnyRouter } from "@tanstack/react-router";

export function focusHeadings(router: AnyRouter): void {
  router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
    // Screen readers read the first screen from its top, and a refresh must not move the focus.
    if (!fromLocation || !pathChanged) return;
    const active = document.activeElement;
    // The screen has focused a field of its own.
    if (active instanceof HTMLInputElement) return;
    // The router scrolls the page (scroll_restoration.ts).
    document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  });
}
