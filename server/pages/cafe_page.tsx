// Renders /cafe/{cafeId}: the cafe's name, the queue and the guest's own requests, readable without scripts.
import type { Context } from "hono";
import { Footer } from "../../client/components/Footer.tsx";
import { QueueIsland } from "../../client/islands/QueueIsland.tsx";
import { SearchIsland } from "../../client/islands/SearchIsland.tsx";
import { staticCafeStore } from "../../client/islands/cafe_store.ts";
import { CafePage } from "../../client/pages/CafePage.tsx";
import { readPublicCafe } from "../cafes/public_cafe.ts";
import { MAX_TERM_LENGTH } from "../contract/music.ts";
import type { Deps } from "../deps.ts";
import { listOwnRequests } from "../requests/list_requests.ts";
import { readQueue } from "../requests/read_queue.ts";
import type { DocumentMaker } from "./document.tsx";
import { renderIsland } from "./island.tsx";

/** @throws DomainError `cafe_not_found` */
export async function cafePage(
  deps: Deps,
  c: Context,
  document: DocumentMaker,
  cafeId: string,
): Promise<Response> {
  const { name, ownerId } = await readPublicCafe(deps, cafeId);
  const guestId = deps.guestCookies.issue(c);
  const [queue, mine] = await Promise.all([
    readQueue(deps, ownerId),
    listOwnRequests(deps, ownerId, guestId),
  ]);
  const snapshot = { ownerId, queue, mine };
  const cafe = staticCafeStore(snapshot);
  const { demo } = deps.config.spotify;
  // Set if the guest submitted the search form before the script had loaded; the search then goes on from it.
  const term = (c.req.query("term") ?? "").slice(0, MAX_TERM_LENGTH);
  // The page shows one guest's requests, and its queue is out of date within seconds.
  c.header("Cache-Control", "private, no-cache");
  return c.html(document({
    title: name,
    description:
      `${name} için şarkı isteyin: şarkınızı arayın, dilerseniz bahşiş ekleyin, sırayı canlı izleyin.`,
    path: `/cafe/${cafeId}`,
    look: "public",
    program: "islands",
    body: (
      <div className="page" data-cafe={JSON.stringify({ ...snapshot, demo, term })}>
        <CafePage
          name={name}
          search={renderIsland("search", <SearchIsland {...{ cafe, demo, term }} />)}
          queue={renderIsland("queue", <QueueIsland cafe={cafe} />)}
        />
        <Footer />
      </div>
    ),
  }));
}
