// The cafe page's program: wakes the islands that the server rendered.
import type { ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { openRoom } from "./room.ts";
import { QueueIsland } from "./QueueIsland.tsx";
import { SearchIsland } from "./SearchIsland.tsx";

// The server left what it knew beside what it rendered (server/pages/island.tsx).
const facts = document.querySelector<HTMLElement>("[data-room]")!.dataset.room!;
const { demo, term, ...room } = JSON.parse(facts);
const opened = openRoom(room);
wake("search", <SearchIsland room={opened} demo={demo} term={term} />);
wake("queue", <QueueIsland room={opened} />);

function wake(name: string, island: ReactNode): void {
  const place = document.querySelector(`[data-island="${name}"]`)!;
  hydrateRoot(place, island, { identifierPrefix: name });
}
