// The life of a play (docs/playback.md#life): one statement sends a song, one begins it, one ends it, one releases it, and
// one moves it. Triggers earn the tip of a song that begins, reverse it if the song is
// cut short, and put a play back whose successor was released (db/schema.sql).
import { DAY_MS } from "../../server/contract/clock.ts";
import { OVERDUE_MS } from "../../server/contract/song_clock.ts";
import type { Database } from "../connection/client.ts";
import { trackIdInUri } from "../music/library.ts";
import { type Named, type NoParameters, statement } from "../connection/statement.ts";
import { commitInRoom, selectRevision } from "../people/rooms.ts";
import { DRIFT_MS, playsAt } from "./play_times.ts";
import { columnsOf } from "../schema/columns.ts";
import { PLAYED_SONG, plays } from "../schema/requests.ts";

type Row = typeof plays.$inferSelect;

/** Why a play is no longer active (docs/playback.md#a-play). */
export type WhyEnded = NonNullable<Row["whyEnded"]>;
export type WhyReleased = Extract<
  WhyEnded,
  "refused" | "not_seen" | "rejected" | "disconnected" | "source_left"
>;
export type WhyOver = Extract<
  WhyEnded,
  "replaced" | "finished" | "cut" | "skipped" | "not_played"
>;

const SENT_FIELDS = [
  ...["id", "ownerId", "requestId", "source", "uri"] as const,
  ...PLAYED_SONG,
  ...["durationMs", "sentAt"] as const,
] as const;
/** A song on its way to the player. */
export type SentPlay = Pick<Row, typeof SENT_FIELDS[number]>;

/** The active play of a cafe. `positionMs` and `isPaused` are as of `positionAt`. */
export type ActivePlay =
  & SentPlay
  & Pick<Row, "orderedAt" | "startedAt" | "positionMs" | "positionAt" | "heardMs">
  & { state: "sent" | "playing"; isPaused: 0 | 1 };

type Which = Pick<SentPlay, "id" | "ownerId">;

const ACTIVE_COLUMNS = columnsOf(plays, [
  ...SENT_FIELDS,
  ...["orderedAt", "startedAt", "positionMs", "positionAt", "heardMs"] as const,
  ...["isPaused", "state"] as const,
]);

const ACTIVE = statement<{ owner: string }, ActivePlay>(
  `select ${ACTIVE_COLUMNS} from plays where owner_id = :owner and ended_at is null`,
);

/** The owner's active play, undefined if none was ever sent or the last one is over. */
export async function findActive(db: Database, ownerId: string): Promise<ActivePlay | undefined> {
  return (await db.all(ACTIVE({ owner: ownerId })))[0];
}

const SENT = statement<NoParameters, ActivePlay>(
  `select ${ACTIVE_COLUMNS} from plays where state = 'sent' and sent_at > 0`,
);

/** The songs of all owners that are on their way. */
export async function listSent(db: Database): Promise<ActivePlay[]> {
  return await db.all(SENT());
}

const TITLE = statement<{ owner: string; id: string }, { title: string }>(
  "select title from plays where id = :id and owner_id = :owner",
);

/** The title of a play's song, whatever became of it. Undefined if the owner has no such play. */
export async function findTitle(
  db: Database,
  { id, ownerId }: Which,
): Promise<string | undefined> {
  return (await db.all(TITLE({ owner: ownerId, id })))[0]?.title;
}

const LAST_OVER = statement<{ owner: string; since: number }, Pick<Row, "uri" | "whyEnded">>(`
  select uri, why_ended as whyEnded from plays
  where owner_id = :owner and sent_at > :since and started_at is not null and ended_at is not null
  -- By their order and not by time, since the clock may have been set back in between.
  order by rowid desc limit 1`);

/** The owner's last play that is over, of those that were sent after `since` (epoch ms). */
export async function findLastOver(db: Database, ownerId: string, since: number) {
  return (await db.all(LAST_OVER({ owner: ownerId, since })))[0];
}

/** A cafe's last play at a source that it has left. */
export type LeftPlay =
  & Pick<Row, "ownerId" | "uri" | "durationMs" | "heardMs">
  & { endedAt: number };

// A play that ends was sent within a day, so that not every play of a cafe is walked.
const LEFT = statement<{ source: string; since: number; owner: string | null }, LeftPlay>(`
  select p.owner_id as ownerId, uri, duration_ms as durationMs, heard_ms as heardMs,
    ended_at as endedAt
  from cafes c join plays p on p.rowid = (
    select max(rowid) from plays where owner_id = c.owner_id and source = :source and sent_at > :since - ${DAY_MS})
  where c.source is not :source and ended_at > :since and (:owner is null or c.owner_id = :owner)`);

/** The last plays at `source` of the cafes that have left it, or of one, that ended after `since` (epoch ms). */
export async function listLeft(
  db: Database,
  source: string,
  since: number,
  ownerId?: string,
): Promise<LeftPlay[]> {
  return await db.all(LEFT({ source, since, owner: ownerId ?? null }));
}

/** The condition that `:owner` has no active play. */
const IS_SILENT = "not exists (select 1 from plays where owner_id = :owner and ended_at is null)";

/** What each of the statements about a cafe's plays is given. */
interface Owned {
  owner: string;
}

/** How and when the play of an owner ends. */
interface EndOfPlay extends Owned {
  at: number;
  why: WhyOver;
  heard: number | null;
}

/** The SQL of each value of a song that is sent. */
export type SentSong = Record<typeof SENT_COLUMNS[number], string>;

/**
 * The statement that adds a play of `song` to `:owner` if `which` holds, unless one is active. `from` is the table of the song
 * if its values are not parameters alone. With `refusedAt` its player could not begin it: it was released at that time, whatever
 * plays.
 */
export const send = <P extends Owned & Named<P>>(
  song: SentSong,
  { from, which, refusedAt }: { from?: string; which: string; refusedAt?: string },
) =>
  statement<P, SentPlay>(`
    insert into plays (owner_id, ${SENT_COLUMNS.join(", ")}, state, ended_at, why_ended)
    select :owner, ${SENT_COLUMNS.map((column) => song[column]).join(", ")},
      ${refusedAt ? `'released', ${refusedAt}, 'refused'` : "'sent', null, null"}
    ${from ? `from ${from} ` : ""}where ${which}${refusedAt ? "" : ` and ${IS_SILENT}`}
    returning ${columnsOf(plays, SENT_FIELDS)}`);

const SENT_COLUMNS = [
  "id",
  "request_id",
  "source",
  "uri",
  "title",
  "artist",
  "album_art",
  "duration_ms",
  "sent_at",
  "sent_by",
  "song_key",
] as const;

const ACCEPT = statement<{ owner: string; id: string; at: number }>(`
  update plays set ordered_at = :at, position_at = :at
  where id = :id and owner_id = :owner and state = 'sent' and ordered_at is null
  returning id`);

/**
 * Records at `at` (epoch ms) that the player accepted the order: pages show the song from now on. Returns the room's new
 * revision, undefined if the song is no longer on its way.
 */
export async function acceptPlay(
  db: Database,
  { id, ownerId }: Which,
  at: number,
): Promise<number | undefined> {
  return await commitInRoom(db, ownerId, ACCEPT({ owner: ownerId, id, at }));
}

/** Whether a song stands; `as_told`: if a person has told the page that plays to pause. */
export type Paused = boolean | "as_told";

const toldOr = (parameter: string) =>
  `coalesce(${parameter}, (select is_paused from players where owner_id = :owner), 0)`;
const pausedArg = (isPaused: Paused) => isPaused === "as_told" ? null : isPaused ? 1 : 0;

/** How a play begins. Times are epoch ms. */
export interface Beginning {
  /** When its sound began. An order that the player accepted earlier counts instead. */
  startedAt: number;
  /** When this is recorded: the tip is earned then. */
  at: number;
  /** Where the song is at `at`, if that was seen. */
  positionMs?: number | null;
  isPaused?: Paused;
}

interface Begun extends Owned, Omit<Required<Beginning>, "isPaused"> {
  id: string;
  paused: number | null;
}

const BEGIN = statement<Begun>(`
  update plays set state = 'playing', begun_at = :at,
    -- Not before it was sent, unless the clock was set back since.
    started_at = max(iif(sent_at > :at, 0, sent_at), min(coalesce(ordered_at, :startedAt), :startedAt)),
    position_ms = coalesce(:positionMs, position_ms),
    position_at = case when :positionMs is null then coalesce(position_at, :startedAt) else :at end,
    is_paused = ${toldOr(":paused")}
  where id = :id and owner_id = :owner and state = 'sent'
  returning id`);

/** The statement that begins a play. In its commit triggers make its request `played` and earn its tip. */
export function begin({ id, ownerId }: Which, beginning: Beginning) {
  const { startedAt, at, positionMs = null, isPaused = false } = beginning;
  const paused = pausedArg(isPaused);
  return BEGIN({ owner: ownerId, id, startedAt, at, positionMs, paused });
}

/** Begins a sent play. Returns the room's new revision, undefined if the song is no longer on its way. */
export async function beginPlay(
  db: Database,
  play: Which,
  beginning: Beginning,
): Promise<number | undefined> {
  return await commitInRoom(db, play.ownerId, begin(play, beginning));
}

/**
 * The statement that ends what `:owner` plays at `:at` (epoch ms) because of `:why`. What was heard is `:heard` (ms), or, if that
 * is null, where the song is expected to be. `which` is a condition, with the parameters `P`.
 */
export const end = <P extends Named<P> = NoParameters>(which: string) =>
  statement<EndOfPlay & P>(`
    update plays set state = 'ended', ended_at = :at, why_ended = :why,
      heard_ms = min(coalesce(:heard, (select expected_ms from ${
    playsAt(":at", "p.id = plays.id")
  })), coalesce(duration_ms, ${DAY_MS}))
    where owner_id = :owner and ended_at is null and state = 'playing' and ${which}
    returning id`);

const END_ONE = end<{ id: string }>("id = :id");

/** How a play ends. */
export interface Ending {
  /** Epoch ms. */
  at: number;
  why: Exclude<WhyOver, "replaced">;
  /** How much of the song was heard, in ms, if that was seen. */
  heardMs?: number | null;
}

/** The statement that ends this play if it plays. */
export function endOne({ id, ownerId }: Which, { at, why, heardMs = null }: Ending) {
  return END_ONE({ owner: ownerId, at, why, heard: heardMs, id });
}

/**
 * Ends the song if it is still playing. If less than 30 seconds of a skipped song were heard, or if the player never
 * played it, a trigger reverses its tip in the same commit (docs/money.md#reversal). Returns the room's new revision,
 * undefined if the song was no longer playing.
 */
export async function endPlay(
  db: Database,
  play: Which,
  ending: Ending,
): Promise<number | undefined> {
  return await commitInRoom(db, play.ownerId, endOne(play, ending));
}

const RELEASE = statement<{ owner: string; id: string; at: number; why: string }>(`
  update plays set state = 'released', ended_at = :at, why_ended = :why
  where id = :id and owner_id = :owner and state = 'sent'
  returning id`);

/** How a play is released. `at` is in epoch ms. */
export interface Release {
  at: number;
  why: WhyReleased;
}

/** The statement that releases a sent play: its song is still first, and a trigger puts back what it had replaced. */
export function release({ id, ownerId }: Which, { at, why }: Release) {
  return RELEASE({ owner: ownerId, id, at, why });
}

/** Releases a sent play. Returns the room's new revision, undefined if the song is no longer on its way. */
export async function releasePlay(
  db: Database,
  play: Which,
  how: Release,
): Promise<number | undefined> {
  return await commitInRoom(db, play.ownerId, release(play, how));
}

/** What releases a song that was sent at `:latest` (epoch ms) or before. */
interface ReleaseOfOwner extends Owned, Release {
  latest: number;
}

/** The same statement for the song of `:owner`, whichever it is, if `only` holds, a condition with the parameters `P`. */
export const releaseSentBefore = <P extends Named<P> = NoParameters>(
  only: string,
) =>
  // The plus keeps SQLite from searching by time, among all plays of the cafe.
  statement<ReleaseOfOwner & P>(`
    update plays set state = 'released', ended_at = :at, why_ended = :why
    where owner_id = :owner and ended_at is null and state = 'sent' and +sent_at <= :latest
      and ${only}`);

/** Where a song is at `at` (epoch ms), or without `positionMs` where it is expected to be, and whether it is heard. */
export interface Position {
  at: number;
  positionMs: number | null;
  isPaused: Paused;
  /** Which play: by its id, or, for a song of the cafe's own, by its uri. Without either, what plays. */
  id?: string | null;
  uri?: string | null;
  /** How long the song is, if that was seen, in ms. */
  durationMs?: number | null;
}

interface Moved extends Owned, Omit<Required<Position>, "isPaused"> {
  paused: number | null;
}

const MOVE = statement<Moved>(`
  update plays set
    position_ms = iif(is_other, coalesce(:positionMs, expected_ms), position_ms),
    position_at = iif(is_other, :at, position_at),
    is_paused = paused, heard_ms = coalesce(:positionMs, heard_ms),
    duration_ms = coalesce(duration_ms, :durationMs)
  from (
    select id as moved, expected_ms, paused, was_paused <> paused or (:positionMs is not null
        and (is_overdue or is_ahead or abs(:positionMs - clock_ms) > ${DRIFT_MS})) as is_other
    from (select *, is_paused as was_paused, ${toldOr(":paused")} as paused from ${
  playsAt(
    ":at",
    `p.owner_id = :owner and p.ended_at is null and p.state = 'playing'
            and (p.id = :id or (p.request_id is null and p.uri = :uri) or (:id is null and :uri is null))`,
  )
}))
  where id = moved and (:positionMs is not null or is_other)
  returning id`);

/**
 * The statement that records what was heard of the owner's song, and, if that is not what follows from the clock, or if
 * that was set back, where it is: only then the room hears of it.
 */
export function move(
  ownerId: string,
  { at, positionMs, isPaused, id = null, uri = null, durationMs = null }: Position,
) {
  const paused = pausedArg(isPaused);
  return MOVE({ owner: ownerId, at, positionMs, paused, id, uri, durationMs });
}

// By the time to the next report, so that pages go on showing the song.
const LENGTHEN = statement<{ owner: string; id: string; positionMs: number }>(`
  update plays set duration_ms = :positionMs + ${OVERDUE_MS}
  where id = :id and owner_id = :owner and state = 'playing' and source = 'library'
    and exists (select 1 from library_tracks
      where id = ${trackIdInUri("plays.uri")} and duration_ms < :positionMs)`);

/** The statement that makes a play longer which goes on beyond its file's length (docs/speaker.md#longer-than-it-says). */
export function lengthen({ id, ownerId }: Which, positionMs: number) {
  return LENGTHEN({ owner: ownerId, id, positionMs });
}

/** Records where the owner's song is. Returns the room's revision. */
export async function movePlay(
  db: Database,
  ownerId: string,
  position: Position,
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    moved: move(ownerId, position),
    room: selectRevision({ owner: ownerId }),
  }));
  return room[0]?.revision;
}
