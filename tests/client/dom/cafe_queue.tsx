// The queue of the cafe page and the guest's own requests in a DOM of this process, without a server.
import {
  type CafeSnapshot,
  openCafeStore,
  staticCafeStore,
} from "../../../client/islands/cafe_store.ts";
import { OwnRequests } from "../../../client/islands/OwnRequests.tsx";
import { QueueIsland } from "../../../client/islands/QueueIsland.tsx";
import type { OwnRequest } from "../../../server/contract/requests.ts";
import type { CafePage } from "./cafe_search.tsx";
import { answerNow } from "./now.ts";
import { type DomPage, openPage, perform } from "./page.ts";
import { cafeSnapshot } from "../../support/people/songs.ts";

/** Shows the queue of a page on which nothing changes. */
export async function showQueue(page: DomPage, snapshot: Partial<CafeSnapshot>): Promise<void> {
  await page.render(<QueueIsland cafe={staticCafeStore(cafeSnapshot(snapshot))} />);
}

/** Opens the queue of a page on which nothing changes. */
export async function openStaticQueue(snapshot: Partial<CafeSnapshot>): Promise<DomPage> {
  const page = await openPage();
  await showQueue(page, snapshot);
  return page;
}

/** Opens the queue of a guest whose own requests are `mine`, also for the server; no others are in the queue. */
export async function openOwnQueue(mine: OwnRequest[]): Promise<CafePage> {
  return await showOwnQueue(await openPage(), mine);
}

/** The same on a page that is open. */
export async function showOwnQueue(page: DomPage, mine: OwnRequest[]): Promise<CafePage> {
  page.network.answer("GET", "/api/requests/queue/", []);
  answerMine(page, mine);
  answerNow(page);
  const cafe = openCafeStore(cafeSnapshot({ mine }));
  await page.render(<QueueIsland cafe={cafe} />);
  return { ...page, cafe };
}

/** From now on the server says that the guest's own requests are `mine`. */
export function answerMine({ network }: DomPage, mine: OwnRequest[]): void {
  network.answer("GET", "/api/requests/mine", () => Response.json(mine));
}

/** The same, and the page hears of it. */
export async function changeMine(page: CafePage, mine: OwnRequest[]): Promise<void> {
  answerMine(page, mine);
  await perform(() => page.cafe.refresh());
}

/** Shows the list of a guest's own requests alone. */
export async function showOwn(
  page: DomPage,
  requests: OwnRequest[],
  musicConnected = true,
): Promise<void> {
  const taken = () => Promise.resolve();
  await page.render(<OwnRequests {...{ requests, musicConnected, taken }} />);
}

/** Opens the list of a guest's own requests alone. */
export async function openOwn(...requests: OwnRequest[]): Promise<DomPage> {
  const page = await openPage();
  await showOwn(page, requests);
  return page;
}
