// Which song is sent next, and how it takes the place of the one that plays, each in one conditional commit: the first of
// the queue, what the page that plays has begun by itself, and music that no guest asked for.
import type { Database } from "./client.ts";
import { constantSql, type Statement } from "./constant_sql.ts";
import { trackIdInUri } from "./library.ts";
import { begin, end, move, send, type SentPlay, type SentSong } from "./plays.ts";
import { CAN_PLAY, outOfTurn, QUEUE_ORDER } from "./queue.ts";
import { OPEN_CAFE, selectRevision } from "./rooms.ts";
import {
  type ChosenSource,
  selectSource,
  sourceInUri,
  sourceIs,
  toChosenSource,
} from "./sources.ts";

/** Where a player is in the shuffled library: the place of the last song that began, in this round. */
interface ShufflePosition {
  ownerId: string;
  /** Now, in epoch ms. */
  at: number;
  round: number;
  place: number;
}

/** A song of the library, as the shuffle found it. */
interface ShuffledTrack {
  trackId: number;
  title: string;
  artist: string;
  hasCover: number;
  durationMs: number;
  gainDb: number;
  path: string;
}

/** The song that played last is looked for in this time. */
const RECENT_MS = 24 * 60 * 60_000;

const KEY_BITS = 0x7fffffff;

/**
 * The place of the track `t` in the round whose factor is `parameter`. An odd factor makes each key another number, so
 * that it orders anew without a repeat. The id keeps equal keys apart.
 */
const placeBy = (parameter: string) =>
  `(((t.shuffle_key & ${KEY_BITS}) * ${parameter}) & ${KEY_BITS}) * 1048576 + (t.id & 1048575)`;

/** The song that began last since `?5`, a guest's or not. */
const LAST_URI =
  `(select uri from plays where owner_id = ?1 and sent_at > ?5 and started_at is not null
  order by sent_at desc, rowid desc limit 1)`;

const FOLLOWING = constantSql<ShuffledTrack>(`
  select t.id as trackId, title, artist, has_cover as hasCover, duration_ms as durationMs,
    gain_db as gainDb, path
  from library_tracks t
  where missing_at is null and ${
  placeBy("?2")
} > ?3 and (?4 or 'library:' || t.id is not ${LAST_URI})
  order by ${placeBy("?2")} limit 1`);

/**
 * The song that follows in the shuffled library, with its round. The song that played last is left out, unless there is
 * no other. Undefined if the library is empty.
 */
export async function findFollowing(
  db: Database,
  { ownerId, round, place, at }: ShufflePosition,
): Promise<{ round: number; track: ShuffledTrack } | undefined> {
  const tries: [round: number, place: number, evenTheLast: number][] = [
    [round, place, 0],
    [round + 1, -1, 0],
    [round + 1, -1, 1],
  ];
  for (const [each, after, evenTheLast] of tries) {
    const [track] = await db.all(
      FOLLOWING(ownerId, factorOf(each), after, evenTheLast, at - RECENT_MS),
    );
    if (track) return { round: each, track };
  }
}

/** An odd number for each round, unlike those of the rounds before. */
export function factorOf(round: number): number {
  let mixed = Math.imul(round ^ (round >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) & KEY_BITS) | 1;
}

/** Why no song could be sent: nothing in the queue can be played, or another song is already on its way. */
type SendRefusal = "queue_empty" | "play_under_way";

const OF_REQUEST = {
  id: "?2",
  request_id: "id",
  source: sourceInUri("uri"),
  uri: "uri",
  title: "song_title",
  artist: "artist",
  album_art: "album_art",
  duration_ms: "(select nullif(duration_ms, 0) from tracks where tracks.uri = song_requests.uri)",
  sent_at: "?3",
  sent_by: "?4",
  song_key: "null",
};

/** With `?5`, the play that the person saw: another one is not replaced. */
const REPLACE = end(
  `(?5 is null or id = ?5) and ${OPEN_CAFE}
    and exists (select 1 from song_requests where ${CAN_PLAY})`,
);
const sendFrom = (which: string) =>
  send(OF_REQUEST, `from song_requests where ${CAN_PLAY} and ${OPEN_CAFE} and id = (${which})`);
const SEND_OUT_OF_TURN = sendFrom(outOfTurn());
const SEND_IN_TURN = sendFrom(
  `select id from song_requests where ${CAN_PLAY} order by ${QUEUE_ORDER} limit 1`,
);

/** What keeps a song from being sent: another one is on its way, or plays although the person saw `?2`. */
const UNDER_WAY = constantSql<{ id: string }>(`
  select id from plays
  where owner_id = ?1 and ended_at is null and (state = 'sent' or id <> ?2)`);

/**
 * Sends the first song of the owner's queue that can be played: one commit ends the song that plays, if any, and adds the
 * new play. The revision stays, because no page shows a song that is only on its way. `source` is the cafe's. `sentBy`:
 * whose account pressed; `seenId`: the play that they saw, without which nothing else that plays is replaced.
 */
export async function sendFirst(
  db: Database,
  { id, ownerId, sentAt }: { id: string; ownerId: string; sentAt: number },
  { sentBy = null, seenId = null }: { sentBy?: string | null; seenId?: string | null } = {},
): Promise<({ sent: SentPlay } | { refused: SendRefusal }) & { source: ChosenSource }> {
  const { outOfTurn, inTurn, underWay, chosen } = await db.write(() => ({
    replaced: REPLACE(ownerId, sentAt, "replaced", null, seenId),
    outOfTurn: SEND_OUT_OF_TURN(ownerId, id, sentAt, sentBy),
    inTurn: SEND_IN_TURN(ownerId, id, sentAt, sentBy),
    underWay: UNDER_WAY(ownerId, seenId),
    chosen: selectSource(ownerId),
  }));
  const refused: SendRefusal = underWay.length > 0 ? "play_under_way" : "queue_empty";
  const sent = outOfTurn[0] ?? inTurn[0];
  return { ...sent ? { sent } : { refused }, source: toChosenSource(chosen) };
}

/** A guest's song that waits again although its order may have begun it: no look had shown it. */
export type UnseenPlay = Pick<SentPlay, "requestId" | "uri" | "sentAt">;

const UNSEEN = constantSql<UnseenPlay>(`
  select request_id as requestId, uri, sent_at as sentAt from (
    -- An order that was refused has changed nothing.
    select * from plays where owner_id = ?1 and sent_at > ?2 and why_ended is not 'refused'
    order by rowid desc limit 1)
  where state = 'released' and request_id in (select id from song_requests where ${CAN_PLAY})`);

/** The owner's last play that a player may have begun, if its song waits again and was sent after `since` (epoch ms). */
export async function findUnseen(
  db: Database,
  ownerId: string,
  since: number,
): Promise<UnseenPlay | undefined> {
  return (await db.all(UNSEEN(ownerId, since)))[0];
}

const SEND_THIS = sendFrom("?5");

/**
 * Begins a song that waits again, since a look shows it at `positionMs` after all: the play `id`, which was sent at
 * `sentAt`. Returns the room's new revision, undefined if it does not wait any more, or if something else plays.
 */
export async function beginUnseen(
  db: Database,
  { id, ownerId, sentAt }: { id: string; ownerId: string; sentAt: number },
  { requestId }: UnseenPlay,
  { at, positionMs }: { at: number; positionMs: number },
): Promise<number | undefined> {
  const { begun, room } = await db.write(() => ({
    sent: SEND_THIS(ownerId, id, sentAt, null, requestId),
    begun: begin({ id, ownerId }, { startedAt: sentAt, at, positionMs }),
    room: selectRevision(ownerId),
  }));
  return begun.length > 0 ? room[0]?.revision : undefined;
}

const SET_ASIDE = constantSql(
  "update song_requests set is_aside = 1 where id = ?2 and owner_id = ?1 and is_aside = 0",
);

/** Sets a song aside that turned out to be of another source than the cafe's (docs/music.md#settings). */
export async function setAside(db: Database, ownerId: string, requestId: string): Promise<void> {
  await db.write(() => [SET_ASIDE(ownerId, requestId)]);
}

/** An SQL expression for the id of the next play of the request with this alias (docs/speaker.md#orders). */
export function nextPlayId(request: string): string {
  return `${request}.id || '-' || (select count(*) from plays where request_id = ${request}.id)`;
}

/** A song that the page has begun by itself, or could not begin. Times are epoch ms. */
export interface PageSong {
  /** The play's id, which the page was told. */
  id: string;
  ownerId: string;
  source: string;
  at: number;
  /** A guest's song, or one of the shuffled library. */
  next: { requestId: string } | { round: number; trackId: number; coverPath: string };
}

// The page's statements share their parameters: `?1` the owner, `?2` the play's id, `?3` the source, `?4` the time, then
// those of the song. `end` has four of its own before its condition's.
const REQUEST_WAITS = (id: string, source: string, request: string) =>
  `id = ${request} and ${CAN_PLAY} and ${sourceInUri("uri")} = ${source}
    and ${id} = ${nextPlayId("song_requests")} and ${OPEN_CAFE} and ${sourceIs(source)}`;

const TRACK_FOLLOWS = (
  [id, source, track, round, factor]: [string, string, string, string, string],
) =>
  `t.id = ${track} and ${OPEN_CAFE} and ${sourceIs(source)}
    and not exists (select 1 from plays where id = ${id})
    and exists (select 1 from players where owner_id = ?1 and (${round} = shuffle_round + 1
      or (${round} = shuffle_round and ${placeBy(factor)} > shuffle_place)))`;

const END_FOR_REQUEST = end(
  `exists (select 1 from song_requests where ${REQUEST_WAITS("?5", "?6", "?7")})`,
);
const END_FOR_TRACK = end(
  `exists (select 1 from library_tracks t where ${TRACK_FOLLOWS(["?5", "?6", "?7", "?8", "?9"])})`,
);

/** When the song was sent: at `?4`, but not before one that was sent later, unless the clock was set back since. */
const SENT_AT = `max(?4, coalesce(
  (select max(sent_at) from plays where owner_id = ?1 and sent_at > ?4 and sent_at <= ?5), 0))`;

const PAGE_REQUEST: SentSong = {
  ...OF_REQUEST,
  duration_ms: `(select duration_ms from library_tracks
    where id = ${trackIdInUri("song_requests.uri")})`,
  sent_at: SENT_AT,
  sent_by: "null",
};
const FROM_REQUEST = `from song_requests where ${REQUEST_WAITS("?2", "?3", "?6")}`;
const SEND_REQUEST = send(PAGE_REQUEST, FROM_REQUEST);
const REFUSE_REQUEST = send(PAGE_REQUEST, FROM_REQUEST, "?5");

const PAGE_TRACK: SentSong = {
  id: "?2",
  request_id: "null",
  source: "?3",
  uri: "?3 || ':' || t.id",
  title: "title",
  artist: "artist",
  album_art: "case when has_cover then ?9 || t.id else '' end",
  duration_ms: "duration_ms",
  sent_at: SENT_AT,
  sent_by: "null",
  song_key: "null",
};
const FROM_TRACK = `from library_tracks t
  where ${TRACK_FOLLOWS(["?2", "?3", "?6", "?7", "?8"])}`;
const SEND_TRACK = send(PAGE_TRACK, FROM_TRACK);
const REFUSE_TRACK = send(PAGE_TRACK, FROM_TRACK, "?5");

/** Moves the shuffle on to this song, if the statement before has sent it. */
const MOVE_SHUFFLE = constantSql(`
  update players set shuffle_round = ?2,
    shuffle_place = (select ${placeBy("?3")} from library_tracks t where t.id = ?4)
  where changes() > 0 and owner_id = ?1`);

/**
 * The statements that send the page's song at `sentAt` (epoch ms), or with `isRefused` record that the page could not begin
 * it. They do nothing if the song does not follow any more.
 */
export function sendPageSong(
  { id, ownerId, source, at, next }: PageSong,
  sentAt: number,
  isRefused = false,
): { sent: Statement<SentPlay>; moved: Statement<unknown> } | { sent: Statement<SentPlay> } {
  if ("requestId" in next) {
    const send = isRefused ? REFUSE_REQUEST : SEND_REQUEST;
    return { sent: send(ownerId, id, source, sentAt, at, next.requestId) };
  }
  const { round, trackId, coverPath } = next;
  const factor = factorOf(round);
  const send = isRefused ? REFUSE_TRACK : SEND_TRACK;
  return {
    sent: send(ownerId, id, source, sentAt, at, trackId, round, factor, coverPath),
    moved: MOVE_SHUFFLE(ownerId, round, factor, trackId),
  };
}

/**
 * Begins a song that the page has begun by itself, `positionMs` ago, if it still follows and nothing is on its way: the
 * song before it ends, and, for a guest's song, the tip is earned. Returns the room's new revision, undefined if it may not
 * begin.
 */
export async function beginPageSong(
  db: Database,
  song: PageSong,
  positionMs: number,
): Promise<number | undefined> {
  const { id, ownerId, source, at, next } = song;
  const startedAt = at - positionMs;
  const ended = "requestId" in next
    ? END_FOR_REQUEST(ownerId, startedAt, "finished", null, id, source, next.requestId)
    : END_FOR_TRACK(
      ...[ownerId, startedAt, "finished", null, id, source],
      ...[next.trackId, next.round, factorOf(next.round)],
    );
  const { begun, room } = await db.write(() => ({
    ended,
    ...sendPageSong(song, startedAt),
    begun: begin({ id, ownerId }, { startedAt, at, positionMs, isPaused: "as_told" }),
    room: selectRevision(ownerId),
  }));
  return begun.length > 0 ? room[0]?.revision : undefined;
}

/** A song that is heard, and where it is. */
interface HeardSong {
  uri: string;
  title: string;
  artist: string;
  albumArt: string;
  durationMs: number;
  /** Null if the service does not say. */
  positionMs: number | null;
  isPaused: boolean;
  /** Which song it is (docs/house.md#repeat). */
  songKey: string;
}

const END_OWN = end("request_id is null and uri is not ?5");

const SEND_OWN = send({
  id: "?2",
  request_id: "null",
  source: sourceInUri("?4"),
  uri: "?4",
  title: "?5",
  artist: "?6",
  album_art: "?7",
  duration_ms: "?8",
  sent_at: "?3",
  sent_by: "null",
  song_key: "?9",
}, "where true");

/**
 * Records what is heard at `at` (epoch ms): the position of a guest's song (`playId`), or a song of the cafe's own music
 * (null), which gets a play with the id `newId` when it begins. Without a song, that music is over. Returns the room's
 * revision.
 */
export async function recordHeard(
  db: Database,
  ownerId: string,
  { at, newId, playId, song }: {
    at: number;
    newId: string;
    playId: string | null;
    song: HeardSong | null;
  },
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    ended: END_OWN(ownerId, at, "finished", null, song?.uri ?? null),
    ...song && { moved: move(ownerId, { ...song, at, id: playId }) },
    ...song && playId === null && {
      sent: SEND_OWN(
        ...[ownerId, newId, at, song.uri, song.title, song.artist, song.albumArt, song.durationMs],
        song.songKey,
      ),
      begun: begin({ id: newId, ownerId }, { ...song, startedAt: at, at }),
    },
    room: selectRevision(ownerId),
  }));
  return room[0]?.revision;
}
