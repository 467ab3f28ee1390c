// The script of the cafe page: hydrates the islands that the server rendered.
import type { ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { openCafeStore } from "./cafe_store.ts";
import { QueueIsland } from "./QueueIsland.tsx";
import { SearchIsland } from "./SearchIsland.tsx";

// The server puts the state that it rendered beside the markup (server/pages/cafe_page.tsx).
const json = document.querySelector<HTMLElement>("[data-cafe]")!.dataset.cafe!;
const { demo, freeWords, term, ...snapshot } = JSON.parse(json);
// The address of a visit to one table must not be opened again tomorrow, or be shared (docs/house.md#visit).
if (location.search.includes("masa=")) history.replaceState(history.state, "", location.pathname);
const cafe = openCafeStore(snapshot);
hydrate("search", <SearchIsland {...{ cafe, demo, freeWords, term }} />);
hydrate("queue", <QueueIsland cafe={cafe} />);

function hydrate(name: string, island: ReactNode): void {
  const container = document.querySelector(`[data-island="${name}"]`)!;
  hydrateRoot(container, island, { identifierPrefix: name });
}
