// The script of the cafe page: hydrates the islands that the server rendered.
import type { ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { openCafeStore } from "./cafe_store.ts";
import { address, sayRefusals, speak, tag } from "./language.ts";
import { QueueIsland } from "./QueueIsland.tsx";
import { SearchIsland } from "./SearchIsland.tsx";

// The server puts the state that it rendered beside the markup (server/pages/cafe_page.tsx).
const { dataset } = document.querySelector<HTMLElement>("[data-cafe]")!;
const { demo, freeWords, ...snapshot } = JSON.parse(dataset.cafe!);
// Set if the guest submitted the search form before this script had loaded; the search then goes on from it. It is no part
// of the page, which is the same for every guest.
const term = new URLSearchParams(location.search).get("term") ?? "";
// In the order of their names, which the build has replaced by positions.
speak(document.documentElement.lang, dataset.texts!.split("\n") as never);
if (dataset.refusals) {
  // Until it has arrived, a failure is told without its reason.
  sayRefusals(() => "");
  const sent = JSON.parse(dataset.refusals);
  import("./refusals.ts").then(({ refusalsIn }) => sayRefusals(refusalsIn(tag, sent)), () => {});
}
// The address loses the code of the table, which must not be opened again tomorrow or be shared (docs/house.md#visit). It
// gets the language that the guest chose: without it, the page would open in Turkish for whom it is shared with
// (docs/languages.md).
history.replaceState(history.state, "", address());
const cafe = openCafeStore(snapshot);
// A suggestion opens the sheet of its song, as Forward would (search/page_history.ts).
document.querySelector(".suggestions")?.addEventListener("click", ({ target }) => {
  const { song } = (target as Element).closest<HTMLElement>("[data-song]")?.dataset ?? {};
  if (!song) return;
  history.pushState({ depth: 1, term: "", song: JSON.parse(song) }, "");
  dispatchEvent(new Event("popstate"));
});
hydrate("search", <SearchIsland {...{ cafe, demo, freeWords, term }} />);
hydrate("queue", <QueueIsland cafe={cafe} />);

function hydrate(name: string, island: ReactNode): void {
  const container = document.querySelector(`[data-island="${name}"]`)!;
  hydrateRoot(container, island, { identifierPrefix: name });
}
