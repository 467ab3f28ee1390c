// Reads what the cafe page shows: from a file as little as possible, from a server in one round trip.
import { LRUCache } from "lru-cache";
import type { Playing, Room } from "../../client/islands/room.ts";
import { readCafePage } from "../../db/requests/guest_page.ts";
import { shownPlay } from "../../db/plays/now_playing.ts";
import { readShownCafe, type ShownCafe, toShownCafe } from "../cafes/public_cafe.ts";
import type { CafeHouse } from "../contract/house.ts";
import type { FoundSong } from "../contract/music.ts";
import type { Language } from "../contract/languages/language.ts";
import { TURKISH } from "../contract/languages/tr.ts";
import type { OwnRequest } from "../contract/requests.ts";
import type { PlayingSong } from "../contract/playback.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { cafeHouse } from "../house/guest_lines.ts";
import type { EncodedText } from "../http/encoding.ts";
import { NO_SONGS } from "../music/suggestions.ts";
import { readNowRow, toPlaying } from "../playback/what_plays.ts";
import { listOwnRequests, ownRequestsOf, toOwnRequest } from "../requests/list_requests.ts";
import { keepQueue, type QueueBody, readQueueBody } from "../requests/queue.ts";

/** A cafe's page at one state of the database. It holds nothing of any guest. */
export interface KeptPage extends EncodedText {
  cafe: ShownCafe;
  /** Where guests reached the product, which its link preview says. */
  guestOrigin: string;
  /** The tag of the queue that it shows (requests/queue.ts). */
  queueTag: string;
  /** The song that it shows as playing, as JSON. */
  playingTag: string;
  /** The rules of the house that it shows, as JSON. */
  houseTag: string;
  /** The songs that it suggests, which are the same ones for as long as nothing changes. */
  suggestions: FoundSong[];
  /** `Database.changes` when this page was last known to be the current one. */
  checkedAt: number | undefined;
}

/** By `pageKey`. Beyond the bounds below, the pages that were read longest ago are dropped. */
export type CafePageCache = LRUCache<string, KeptPage>;
const MAX_PAGES = 500;
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** A cafe has one page for guests without a table, and one for each table; each in Turkish, and in other languages. */
export function pageKey(
  cafeId: string,
  tableCode: string | null,
  { tag, foreign }: Language = TURKISH,
): string {
  const key = tableCode === null ? cafeId : `${cafeId}?${tableCode}`;
  return foreign ? `${key}#${tag}` : key;
}

export function createCafePageCache(): CafePageCache {
  return new LRUCache({
    max: MAX_PAGES,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ text }) => text.length,
  });
}

export interface CafeContent {
  cafe: ShownCafe;
  /** The rules of the house, at this moment. */
  house: CafeHouse;
  queue: QueueBody;
  playing: PlayingSong | null;
  /** What guests can ask for without a search (docs/music.md#suggestions). */
  suggestions: FoundSong[];
  /** The requests that this guest sent. */
  mine: OwnRequest[];
  /** `Database.changes` before anything was read. */
  changes: number | undefined;
}

interface PageGuest {
  id: string | undefined;
  /** The code of the table (house/cafe_tables.ts), null without one. */
  tableCode: string | null;
  language: Language;
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
  { id, tableCode, language }: PageGuest,
): Promise<CafeContent> {
  const looking = deps.db.changes();
  const changes = await looking;
  const kept = deps.cafePages.get(pageKey(cafeId, tableCode, language));
  const isCurrent = kept && changes !== undefined && kept.checkedAt === changes;
  const cafe = isCurrent ? kept.cafe : await readShownCafe(deps, cafeId, tableCode);
  const queue = await readQueueBody(deps, cafe.ownerId, looking);
  const playing = toPlaying(shownPlay(await readNowRow(deps, cafeId)), deps.now());
  const mine = await listOwnRequests(deps, cafe.ownerId, id);
  const suggestions = await deps.suggestions.of(cafe.ownerId, queue.revision);
  const house = houseOf(deps, cafe, tableCode, language);
  return { cafe, house, queue, playing, suggestions, mine, changes };
}

async function readFromServer(
  deps: Deps,
  cafeId: string,
  { id, tableCode, language }: PageGuest,
): Promise<CafeContent> {
  // A cafe never changes its owner.
  const owner = deps.cafePages.get(pageKey(cafeId, tableCode, language))?.cafe.ownerId;
  const known = owner === undefined ? undefined : deps.queueCache.get(owner);
  const guest = id === undefined ? undefined : ownRequestsOf(id, deps.now());
  // The first page of an instance, which does not know whose cafe it is, has none.
  const suggested = owner === undefined ? NO_SONGS : deps.suggestions.kept(owner);
  const toSuggest = suggested ? undefined : deps.suggestions.toRead(owner!);
  const rows = await readCafePage(deps.db, cafeId, known?.revision, guest, tableCode, toSuggest);
  if (!rows) throw new DomainError("cafe_not_found");
  const cafe = toShownCafe(rows.cafe, deps.music);
  const queue = await keepQueue(deps, cafe.ownerId, rows.queue, known);
  const playing = toPlaying(shownPlay(rows.now), deps.now());
  const mine = rows.mine.map((row) => toOwnRequest(row, playing));
  const house = houseOf(deps, cafe, tableCode, language);
  const suggestions = suggested ??
    await deps.suggestions.keep(cafe.ownerId, queue.revision, rows.suggested ?? []);
  return { cafe, house, queue, playing, suggestions, mine, changes: undefined };
}

function houseOf(
  { now }: Deps,
  { rules, tableLabel }: ShownCafe,
  tableCode: string | null,
  language: Language,
): CafeHouse {
  const seat = { label: tableLabel, hasCode: tableCode !== null };
  return cafeHouse(rules, now(), seat, language);
}

// The queue and what plays as pages start with them.

/** What a page shows before its script has asked the server. */
export function renderedRoom({ queue, playing }: Pick<CafeContent, "queue" | "playing">): Room {
  return { queue: JSON.parse(queue.text), playing: renderedPlaying(playing) };
}

/**
 * What plays, without the position of a song that goes on, so that a page can be kept while it plays, and without the name
 * to which it is dedicated, which the television alone shows (docs/house.md#dedications).
 */
export function renderedPlaying(playing: PlayingSong | null): Playing | null {
  if (!playing) return null;
  const { isPlaying, positionMs } = playing;
  return {
    ...playing,
    positionMs: isPlaying ? 0 : positionMs,
    dedication: null,
    seenAtMs: null,
  };
}
