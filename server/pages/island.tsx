// A part of a page that lives on in the browser (client/islands/main.tsx wakes it).
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";

/**
 * Renders `island` as a tree of its own, as it will be in the browser: ids that React makes up depend on
 * where the tree begins.
 */
export function renderIsland(name: string, island: ReactNode): ReactNode {
  const html = renderToString(island, { identifierPrefix: name });
  return <div data-island={name} dangerouslySetInnerHTML={{ __html: html }} />;
}
