// The document's title, with the number of requests that wait, and the tab's icon, which has a dot while some do.
import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useCafeLists } from "./live/use_cafe_lists.ts";

const ICON = "/favicon.svg";
const ICON_WAITING = "/favicon-waiting.svg";

/** While a screen loads it has no name yet. */
const NAMELESS = "Sıradaki";

export function Title() {
  const count = useCafeLists().pending.length;
  const name = useRouterState({
    select: ({ matches }) =>
      matches.flatMap(({ meta }) => meta ?? []).findLast((m) => m?.title)?.title ?? NAMELESS,
  });
  const waiting = count > 0;
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (icon) icon.href = waiting ? ICON_WAITING : ICON;
  }, [waiting]);
  // React moves it into the head, before the one that the server has written.
  return <title>{waiting ? `(${count}) ${name}` : name}</title>;
}
