// The script of the television page: hydrates its island, and keeps the page going for days without a person.
import { hydrateRoot } from "react-dom/client";
import { HOUR_MS } from "../../../server/contract/clock.ts";
import { drift, hideCursor, reloadIfChanged, TelevisionIsland } from "./TelevisionIsland.tsx";
import { keepAwake } from "../../lib/keep_awake.ts";
import { openTelevisionStore } from "./television_store.ts";

/** How often the page looks for another build of itself; it also does when it is back online. */
const BUILD_CHECK_MS = HOUR_MS;

const page = document.querySelector<HTMLElement>(".television")!;
// The server puts the state that it rendered beside the markup (server/pages/rendered_pages.tsx).
const snapshot = JSON.parse(page.dataset.room!);
const check = () => reloadIfChanged(page.dataset.build!);
const room = openTelevisionStore(snapshot, check);
const container = document.querySelector('[data-island="television"]')!;
const island = <TelevisionIsland room={room} code={JSON.parse(page.dataset.code!)} />;
hydrateRoot(container, island, { identifierPrefix: "television" });
setInterval(check, BUILD_CHECK_MS);
keepAwake();
hideCursor();
drift(page);
