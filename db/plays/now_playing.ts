// The song that a cafe's pages show as playing (docs/playback.md#what-plays).
import type { Database } from "../connection/client.ts";
import { hasDedications } from "../requests/house_refusal.ts";
import { CAN_PLAY } from "../requests/queue.ts";
import { statement } from "../connection/statement.ts";
import { isOpenCafe, OWNER_OF_CAFE } from "../people/rooms.ts";
import { columnsOf } from "../schema/columns.ts";
import { PLAYED_SONG, plays } from "../schema/requests.ts";

/**
 * An SQL expression beside a request or a play: the name of the member whose account its column holds. Null for the owner,
 * and for a member who has been forgotten.
 */
export function memberWho(column: "decided_by" | "sent_by"): string {
  const table = column === "decided_by" ? "song_requests" : "plays";
  return `(select name from memberships
    where account_id = ${table}.${column} and memberships.owner_id = ${table}.owner_id)`;
}

/** An SQL expression for whether a guest asked for the song of a row of plays. */
export const byGuest = (play: string) =>
  `(select is_own from song_requests where id = ${play}.request_id) is 0`;

type Play = typeof plays.$inferSelect;

/** A play that pages show, and where its song was at `positionAt` (epoch ms). */
export type ShownPlay =
  & Pick<Play, "requestId" | "source" | "title" | "artist" | "albumArt" | "durationMs">
  & Pick<Play, "positionMs" | "heardMs">
  /** Whether a guest asked for it. */
  & { byGuest: 0 | 1 }
  & {
    playId: string;
    startedAt: number;
    positionAt: number;
    isPaused: 0 | 1;
    tableLabel: string | null;
    /** As JSON, null without one. */
    dedication: string | null;
  };

/** An open cafe with the room's revision. Without a play, every field of the play is null. */
export type NowRow = { ownerId: string; revision: number } & (ShownPlay | Nulls<ShownPlay>);

type Nulls<T> = { [K in keyof T]: null };

/** What the team alone is told of what plays. */
interface TeamFacts {
  /** Whose account pressed play next, and the member's name. Both are null for a song that began by itself. */
  sentBy: string | null;
  memberName: string | null;
  /** Whether a guest's tip is written for the song, and none is paid at the till. */
  earnsTip: 0 | 1;
  /** The browser and system of the page that plays the cafe's own files: 'Chrome, Windows'. Null if they are not known. */
  speakerDevice: string | null;
}

// While the next song is only on its way, the one that it replaced still plays.
const shownId = (owner: string) =>
  `coalesce(
    (select id from plays where owner_id = ${owner} and ended_at is null
      and (state = 'playing' or ordered_at is not null)),
    (select id from plays where owner_id = ${owner} and why_ended = 'replaced'
      and ended_at = (select sent_at from plays where owner_id = ${owner} and ended_at is null)))`;

const NOW_FIELDS = [
  ...["requestId", "source"] as const,
  ...PLAYED_SONG,
  ...["durationMs", "positionMs", "heardMs", "isPaused"] as const,
] as const;

const nowSql = (owner: string) => `
  select ${owner} as ownerId,
    coalesce((select revision from rooms where owner_id = ${owner}), 0) as revision,
    id as playId, ${byGuest("plays")} as byGuest,
    ${columnsOf(plays, NOW_FIELDS)},
    coalesce(started_at, ordered_at) as startedAt,
    coalesce(position_at, started_at, ordered_at) as positionAt,
    (select table_label from song_requests where id = plays.request_id) as tableLabel,
    (select json_object('to', name, 'wish', wish) from dedications
      where request_id = plays.request_id and ${hasDedications("owner_id")}) as dedication
  from (select 1) left join plays on id = ${shownId(owner)}
  where ${isOpenCafe(owner)}`;

/** The statement that reads what plays at `:owner`. It gives no row if the owner has no verified cafe. */
export const nowOfOwner = statement<{ owner: string }, NowRow>(nowSql(":owner"));

/** The same statement, keyed by the cafe's id. */
export const nowOfCafe = statement<{ cafe: string }, NowRow>(nowSql(OWNER_OF_CAFE));

/** The statement that reads the `TeamFacts` of what plays at `:owner`. */
export const teamFactsOfOwner = statement<{ owner: string }, TeamFacts>(`
  select sent_by as sentBy, ${memberWho("sent_by")} as memberName,
    exists (select 1 from song_requests
      where id = plays.request_id and tip_kurus > 0 and at_till = 0) as earnsTip,
    (select device from sessions where id = (
      select session_id from players where owner_id = plays.owner_id)) as speakerDevice
  from plays where id = ${shownId(":owner")}`);

const REQUEST_WAITS = statement<{ owner: string }, { waits: 0 | 1 }>(
  `select exists (select 1 from song_requests where ${CAN_PLAY}) as waits`,
);

/** Whether the owner's queue has a request that can be played. */
export async function requestWaits(db: Database, owner: string): Promise<boolean> {
  return (await db.all(REQUEST_WAITS({ owner })))[0]!.waits === 1;
}

/** What plays at a cafe, undefined if its owner is not verified. */
export async function readNow(db: Database, cafeId: string): Promise<NowRow | undefined> {
  return (await db.all(nowOfCafe({ cafe: cafeId })))[0];
}

/** The play of a row, undefined if nothing is active. */
export function shownPlay(row: NowRow | undefined): ShownPlay | undefined {
  return row && row.title !== null ? row : undefined;
}
