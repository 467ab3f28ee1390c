// Where a screen is scrolled to: its top when it is opened, its old place when the user goes back to it.
import type { ParsedLocation } from "@tanstack/react-router";

/**
 * Returns a function for the router's `scrollRestoration`, which asks after each load whether to scroll. The answer
 * is no for a refresh, that is, a load of the history entry that is shown already: the router would scroll back to
 * where the page was when the refresh began, and forget where it is now. After a load that has `failed` the screen
 * is not shown yet, so the next load of the same entry scrolls.
 */
export function scrollUnlessRefreshed(
  failed: () => boolean,
): (options: { location: ParsedLocation }) => boolean {
  let shownEntry: string | undefined;
  return ({ location }) => {
    // Each entry of the history has a key of its own.
    const entry = location.state.__TSR_key ?? location.href;
    if (entry !== shownEntry) {
      shownEntry = failed() ? undefined : entry;
      return true;
    }
    // Every load makes the router forget that the page was scrolled. This event makes it read the position again.
    document.dispatchEvent(new Event("scroll"));
    return false;
  };
}
