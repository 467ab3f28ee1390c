// Keeps the sheet and the notices above the on-screen keyboard, which covers the bottom of the page without resizing it.
import { type RefObject, useEffect } from "react";

/** Sets `--visible` on the page to the height that can be seen, and `--covered` to what the keyboard covers, in px. */
export function useVisibleArea(sheet: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = globalThis.visualViewport;
    const { style } = document.documentElement;
    /** What has the focus must not end up behind the foot of the sheet as the keyboard opens. */
    const show = () => {
      const { activeElement } = document;
      if (sheet.current!.contains(activeElement)) {
        activeElement!.scrollIntoView({ block: "nearest" });
      }
    };
    const fit = () => {
      const { height, offsetTop, scale } = viewport!;
      // A guest who has zoomed in sees a part of the sheet, which keeps its size.
      if (scale > 1) return;
      style.setProperty("--visible", `${height}px`);
      style.setProperty("--covered", `${Math.max(0, innerHeight - height - offsetTop)}px`);
    };
    const listening = new AbortController();
    viewport?.addEventListener("resize", fit, listening);
    viewport?.addEventListener("resize", show, listening);
    viewport?.addEventListener("scroll", fit, listening);
    return () => listening.abort();
  }, []);
}
