// Reads what the cafe page shows: from a file as little as possible, from a server in one round trip.
import { readCafePage } from "../../db/cafe_page.ts";
import { shownPlay } from "../../db/now_playing.ts";
import { readShownCafe, toShownCafe } from "../cafes/public_cafe.ts";
import type { ShownCafe } from "../cafes/shown_cafe.ts";
import type { CafeHouse } from "../contract/house.ts";
import type { PlayingSong } from "../contract/playback.ts";
import type { OwnRequest } from "../contract/own_requests.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { cafeHouse } from "../house/cafe_house.ts";
import { readNowRow, toPlaying } from "../playback/what_plays.ts";
import { listOwnRequests, ownRequestsOf, toOwnRequest } from "../requests/list_requests.ts";
import { keepQueue, readQueueBody } from "../requests/queue_body.ts";
import type { QueueBody } from "../requests/queue_cache.ts";
import { pageKey } from "./cafe_page_cache.ts";

export interface CafeContent {
  cafe: ShownCafe;
  /** The rules of the house, at this moment. */
  house: CafeHouse;
  queue: QueueBody;
  playing: PlayingSong | null;
  /** What this guest sent. */
  mine: OwnRequest[];
  /** `Database.changes` before anything was read. */
  changes: number | undefined;
}

/** Who asks for the page. */
export interface PageGuest {
  id: string | undefined;
  /** The code of the table (house/table_codes.ts), null without one. */
  tableCode: string | null;
}

/** @throws DomainError `cafe_not_found` */
export function readCafeContent(
  deps: Deps,
  cafeId: string,
  guest: PageGuest,
): Promise<CafeContent> {
  return (deps.db.remote ? readFromServer : readFromFile)(deps, cafeId, guest);
}

async function readFromFile(
  deps: Deps,
  cafeId: string,
  { id, tableCode }: PageGuest,
): Promise<CafeContent> {
  const looking = deps.db.changes();
  const changes = await looking;
  const kept = deps.cafePages.get(pageKey(cafeId, tableCode));
  const isCurrent = kept && changes !== undefined && kept.checkedAt === changes;
  const cafe = isCurrent ? kept.cafe : await readShownCafe(deps, cafeId, tableCode);
  const queue = await readQueueBody(deps, cafe.ownerId, looking);
  const playing = toPlaying(shownPlay(await readNowRow(deps, cafeId)), deps.now());
  const mine = await listOwnRequests(deps, cafe.ownerId, id);
  return { cafe, house: houseOf(deps, cafe, tableCode), queue, playing, mine, changes };
}

async function readFromServer(
  deps: Deps,
  cafeId: string,
  { id, tableCode }: PageGuest,
): Promise<CafeContent> {
  // A cafe never changes its owner.
  const owner = deps.cafePages.get(pageKey(cafeId, tableCode))?.cafe.ownerId;
  const known = owner === undefined ? undefined : deps.queueCache.get(owner);
  const guest = id === undefined ? undefined : ownRequestsOf(id, deps.now());
  const rows = await readCafePage(deps.db, cafeId, known?.revision, guest, tableCode);
  if (!rows) throw new DomainError("cafe_not_found");
  const cafe = toShownCafe(rows.cafe, deps.music);
  const queue = await keepQueue(deps, cafe.ownerId, rows.queue, known);
  const playing = toPlaying(shownPlay(rows.now), deps.now());
  const mine = rows.mine.map((row) => toOwnRequest(row, playing));
  const house = houseOf(deps, cafe, tableCode);
  return { cafe, house, queue, playing, mine, changes: undefined };
}

function houseOf(
  { now }: Deps,
  { rules, tableLabel }: ShownCafe,
  tableCode: string | null,
): CafeHouse {
  return cafeHouse(rules, now(), { label: tableLabel, hasCode: tableCode !== null });
}
