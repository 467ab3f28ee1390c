// Answers /cafe/{cafeId}: the cafe's name, the queue and the guest's own requests, readable without scripts.
import type { Context } from "hono";
import { Footer } from "../../client/components/Footer.tsx";
import { QueueIsland } from "../../client/islands/QueueIsland.tsx";
import { SearchIsland } from "../../client/islands/SearchIsland.tsx";
import { staticCafeStore } from "../../client/islands/cafe_store.ts";
import { CafePage } from "../../client/pages/CafePage.tsx";
import { readPublicCafe } from "../cafes/public_cafe.ts";
import type { PublicCafe } from "../contract/cafes.ts";
import { MAX_TERM_LENGTH } from "../contract/music.ts";
import type { OwnRequest, SongRequest } from "../contract/requests.ts";
import type { Deps } from "../deps.ts";
import { encodedText } from "../http/encoded_text.ts";
import { listOwnRequests } from "../requests/list_requests.ts";
import { readQueueBody } from "../requests/queue_body.ts";
import { readQueue } from "../requests/read_queue.ts";
import type { KeptPage } from "./cafe_page_cache.ts";
import type { DocumentMaker } from "./document.tsx";
import { renderIsland } from "./island.tsx";
import { sendPage } from "./send_page.ts";

/** The page may show one guest's requests, and its queue is out of date within seconds. */
const CACHE_CONTROL = "private, no-cache";

/** @throws DomainError `cafe_not_found` */
export async function answerCafePage(
  deps: Deps,
  c: Context,
  document: DocumentMaker,
  cafeId: string,
): Promise<Response> {
  const page = await readPage(deps, document, cafeId);
  const { cafe } = page;
  const mine = await listOwnRequests(deps, cafe.ownerId, deps.guestCookies.read(c));
  // Set if the guest submitted the search form before the script had loaded; the search then goes on from it.
  const term = (c.req.query("term") ?? "").slice(0, MAX_TERM_LENGTH);
  deps.guestCookies.issue(c);
  if (mine.length === 0 && term === "") return await sendPage(c, page, CACHE_CONTROL);
  const queue = await readQueue(deps, cafe.ownerId);
  const own = render(deps, document, { cafe, queue, mine, term });
  return await sendPage(c, encodedText(own), CACHE_CONTROL);
}

/**
 * Returns the page as guests without requests of their own see it. It is rendered once for each state of the queue,
 * because rendering takes a hundred times as long as sending.
 */
async function readPage(deps: Deps, document: DocumentMaker, cafeId: string): Promise<KeptPage> {
  // Read before the rest: what is committed in between is looked for again.
  const changes = await deps.db.changes();
  const kept = deps.cafePages.get(cafeId);
  if (kept && changes !== undefined && kept.checkedAt === changes) return kept;
  const cafe = await readPublicCafe(deps, cafeId);
  const { text: json, tag: queueTag } = await readQueueBody(deps, cafe.ownerId);
  const latest = deps.cafePages.get(cafeId);
  if (latest?.cafe.name === cafe.name && latest.queueTag === queueTag) {
    latest.checkedAt = changes;
    return latest;
  }
  const text = render(deps, document, { cafe, queue: JSON.parse(json), mine: [], term: "" });
  const page = { ...encodedText(text), cafe, queueTag, checkedAt: changes };
  deps.cafePages.set(cafeId, page);
  return page;
}

interface Content {
  cafe: PublicCafe;
  queue: SongRequest[];
  mine: OwnRequest[];
  term: string;
}

function render(
  { config }: Deps,
  document: DocumentMaker,
  { cafe: { _id, name, ownerId }, queue, mine, term }: Content,
): string {
  const snapshot = { ownerId, queue, mine };
  const cafe = staticCafeStore(snapshot);
  const { demo } = config.spotify;
  return document({
    title: name,
    description:
      `${name} için şarkı isteyin: şarkınızı arayın, dilerseniz bahşiş ekleyin, sırayı canlı izleyin.`,
    path: `/cafe/${_id}`,
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
  });
}
