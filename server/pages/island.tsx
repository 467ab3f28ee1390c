// Renders an island: a part of a page that client/islands/main.tsx hydrates in the browser.
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";

/**
 * Renders `island` as a React root of its own, as in the browser: the ids that `useId` generates depend on the
 * root, and have to be the same on both sides.
 */
export function renderIsland(name: string, island: ReactNode): ReactNode {
  const html = renderToString(island, { identifierPrefix: name });
  return <div data-island={name} dangerouslySetInnerHTML={{ __html: html }} />;
}
