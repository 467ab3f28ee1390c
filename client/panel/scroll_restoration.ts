// Where a screen is scrolled to: at its top when it is opened, where it was when one comes back to it.
import type { ParsedLocation } from "@tanstack/react-router";

/**
 * The router's `scrollRestoration`, asked once a load is shown: whether to move the page. A refresh is a load of the
 * entry that is shown already; the router would put the page back to where it was when the refresh began, from under
 * whoever has scrolled since, and forget the place where they are. Where the load has `failed` its screen is not
 * shown yet: that is left to another try.
 */
export function unlessRefreshed(
  failed: () => boolean,
): (opts: { location: ParsedLocation }) => boolean {
  let shown: string | undefined;
  return ({ location }) => {
    // Each entry of the history has a key of its own.
    const entry = location.state.__TSR_key ?? location.href;
    if (entry !== shown) {
      shown = failed() ? undefined : entry;
      return true;
    }
    // With every load it forgets that the page was scrolled: this has it look again before one leaves.
    document.dispatchEvent(new Event("scroll"));
    return false;
  };
}
