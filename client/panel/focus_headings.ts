// After a change of screen the focus goes to its heading, so that a screen reader reads where one is.
import type { AnyRouter } from "@tanstack/react-router";

export function focusHeadings(router: AnyRouter): void {
  router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
    // The first screen is read from its top anyway, and a refreshed one must not lose its place.
    if (!fromLocation || !pathChanged) return;
    const active = document.activeElement;
    // A form that has focused its own first field knows better.
    if (active instanceof HTMLInputElement) return;
    // Where the page is scrolled to is the router's: to the top, or back to where one was.
    document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  });
}
