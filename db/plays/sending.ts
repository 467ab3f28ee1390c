// Which song is sent next, and how it takes the place of the one that plays, each in one conditional commit: the first of
// the queue, what the page that plays has begun by itself, and music that no guest asked for.
import type { Database } from "../connection/client.ts";
import { type Named, type Statement, statement } from "../connection/statement.ts";
import { trackIdInUri } from "../music/library.ts";
import { begin, end, move, send, type SentPlay, type SentSong } from "./plays.ts";
import { CAN_PLAY, outOfTurn, QUEUE_ORDER, SONG_LENGTH } from "../requests/queue.ts";
import { factorOf, placeBy } from "./shuffle.ts";
import { OPEN_CAFE, selectRevision } from "../people/rooms.ts";
import { HAS_SOURCE, SOURCE_AMONG, sourceInUri } from "../music/sources.ts";

/** Why no song could be sent: nothing in the queue can be played, or another song is already on its way. */
type SendRefusal = "queue_empty" | "play_under_way";

/** `source`: which of the sources the cafe has, whatever the song's own is. A person may play any song by hand. */
const OF_REQUEST = {
  id: ":id",
  request_id: "id",
  source: SOURCE_AMONG,
  uri: "uri",
  title: "song_title",
  artist: "artist",
  album_art: "album_art",
  duration_ms: SONG_LENGTH,
  sent_at: ":sentAt",
  sent_by: ":sentBy",
  song_key: "null",
};

/** With `:seen`, the play that the person saw: another one is not replaced. */
const REPLACE = end<{ seen: string | null }>(
  `(:seen is null or id = :seen) and ${OPEN_CAFE}
    and exists (select 1 from song_requests where ${CAN_PLAY})`,
);
interface Sending {
  owner: string;
  sources: string;
  id: string;
  sentAt: number;
  sentBy: string | null;
}

/** `which` selects the id of a song that can be played. */
const sendFrom = <P extends Sending & Named<P> = Sending>(which: string) =>
  send<P>(OF_REQUEST, { from: "song_requests", which: `${OPEN_CAFE} and id = (${which})` });
const SEND_OUT_OF_TURN = sendFrom(outOfTurn());
const SEND_IN_TURN = sendFrom(
  `select id from song_requests where ${CAN_PLAY} order by ${QUEUE_ORDER} limit 1`,
);

/** What keeps a song from being sent: another one is on its way, or plays although the person saw `:seen`. */
const UNDER_WAY = statement<{ owner: string; seen: string | null }>(`
  select id from plays
  where owner_id = :owner and ended_at is null and (state = 'sent' or id <> :seen)`);

type NewPlay = Pick<SentPlay, "id" | "ownerId" | "sentAt">;

/**
 * Sends the first song of the owner's queue that can be played: one commit ends the song that plays, if any, and adds the
 * new play. The revision stays, because no page shows a song that is only on its way. `sources` are the ids of all sources,
 * of which the first is that of a cafe that has chosen none. `sentBy`: whose account pressed; `seenId`: the play that they
 * saw, without which nothing else that plays is replaced.
 */
export async function sendFirst(
  db: Database,
  { id, ownerId, sentAt, sources }: NewPlay & { sources: readonly string[] },
  { sentBy = null, seenId = null }: { sentBy?: string | null; seenId?: string | null } = {},
): Promise<{ sent: SentPlay } | { refused: SendRefusal }> {
  const sending = { owner: ownerId, sources: JSON.stringify(sources), id, sentAt, sentBy };
  const { outOfTurn, inTurn, underWay } = await db.write(() => ({
    replaced: REPLACE({ owner: ownerId, at: sentAt, why: "replaced", heard: null, seen: seenId }),
    outOfTurn: SEND_OUT_OF_TURN(sending),
    inTurn: SEND_IN_TURN(sending),
    underWay: UNDER_WAY({ owner: ownerId, seen: seenId }),
  }));
  const refused: SendRefusal = underWay.length > 0 ? "play_under_way" : "queue_empty";
  const sent = outOfTurn[0] ?? inTurn[0];
  return sent ? { sent } : { refused };
}

/** A guest's song that waits again although its order may have begun it: no look had shown it. */
export type UnseenPlay = Pick<SentPlay, "requestId" | "uri" | "sentAt">;

const UNSEEN = statement<{ owner: string; since: number }, UnseenPlay>(`
  select request_id as requestId, uri, sent_at as sentAt from (
    -- An order that was refused has changed nothing.
    select * from plays where owner_id = :owner and sent_at > :since and why_ended is not 'refused'
    order by rowid desc limit 1)
  where state = 'released' and request_id in (select id from song_requests where ${CAN_PLAY})`);

/** The owner's last play that a player may have begun, if its song waits again and was sent after `since` (epoch ms). */
export async function findUnseen(
  db: Database,
  ownerId: string,
  since: number,
): Promise<UnseenPlay | undefined> {
  return (await db.all(UNSEEN({ owner: ownerId, since })))[0];
}

const SEND_THIS = sendFrom<Sending & { request: string | null; source: string }>(
  `select id from song_requests where id = :request and ${CAN_PLAY} and ${SOURCE_AMONG} = :source`,
);

/**
 * Begins a song that waits again, since a look at the player of `source` shows it at `positionMs` after all: the play `id`,
 * which was sent at `sentAt`. Returns the room's new revision, undefined if it does not wait any more, if something else
 * plays, or if the cafe has left the source.
 */
export async function beginUnseen(
  db: Database,
  { id, ownerId, sentAt, source, sources }: NewPlay & {
    source: string;
    sources: readonly string[];
  },
  { requestId: request }: UnseenPlay,
  { at, positionMs }: { at: number; positionMs: number },
): Promise<number | undefined> {
  const known = { source, sources: JSON.stringify(sources) };
  const { begun, room } = await db.write(() => ({
    sent: SEND_THIS({ owner: ownerId, id, sentAt, sentBy: null, request, ...known }),
    begun: begin({ id, ownerId }, { startedAt: sentAt, at, positionMs }),
    room: selectRevision({ owner: ownerId }),
  }));
  return begun.length > 0 ? room[0]?.revision : undefined;
}

const SET_ASIDE = statement<{ owner: string; id: string }>(
  "update song_requests set is_aside = 1 where id = :id and owner_id = :owner and is_aside = 0",
);

/** Sets a song aside that turned out to be of another source than the cafe's (docs/music.md#settings). */
export async function setAside(db: Database, ownerId: string, requestId: string): Promise<void> {
  await db.write(() => [SET_ASIDE({ owner: ownerId, id: requestId })]);
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

/** A guest's song as the page's statements are given it. */
interface RequestOfPage {
  /** The play's id. */
  id: string;
  source: string;
  request: string;
}

const REQUEST_WAITS = `id = :request and ${CAN_PLAY} and ${sourceInUri("uri")} = :source
    and :id = ${nextPlayId("song_requests")} and ${OPEN_CAFE} and ${HAS_SOURCE}`;

/** A song of the shuffled library, likewise. */
interface TrackOfPage {
  id: string;
  source: string;
  track: number;
  round: number;
  factor: number;
}

const TRACK_FOLLOWS = `t.id = :track and ${OPEN_CAFE} and ${HAS_SOURCE}
    and not exists (select 1 from plays where id = :id)
    and exists (select 1 from players where owner_id = :owner and (:round = shuffle_round + 1
      or (:round = shuffle_round and ${placeBy(":factor")} > shuffle_place)))`;

const END_FOR_REQUEST = end<RequestOfPage>(
  `exists (select 1 from song_requests where ${REQUEST_WAITS})`,
);
const END_FOR_TRACK = end<TrackOfPage>(
  `exists (select 1 from library_tracks t where ${TRACK_FOLLOWS})`,
);

/** Whose song it is, and when it began or failed, and when that is recorded (epoch ms). */
interface SentByPage {
  owner: string;
  sentAt: number;
  now: number;
}

/** When the song was sent: at `:sentAt`, but not before one that was sent later, unless the clock was set back since. */
const SENT_AT = `max(:sentAt, coalesce((select max(sent_at) from plays
  where owner_id = :owner and sent_at > :sentAt and sent_at <= :now), 0))`;

const PAGE_REQUEST: SentSong = {
  ...OF_REQUEST,
  source: ":source",
  duration_ms: `(select duration_ms from library_tracks
    where id = ${trackIdInUri("song_requests.uri")})`,
  sent_at: SENT_AT,
  sent_by: "null",
};
const FROM_REQUEST = { from: "song_requests", which: REQUEST_WAITS };
const SEND_REQUEST = send<SentByPage & RequestOfPage>(PAGE_REQUEST, FROM_REQUEST);
const REFUSE_REQUEST = send<SentByPage & RequestOfPage>(PAGE_REQUEST, {
  ...FROM_REQUEST,
  refusedAt: ":now",
});

const PAGE_TRACK: SentSong = {
  id: ":id",
  request_id: "null",
  source: ":source",
  uri: ":source || ':' || t.id",
  title: "title",
  artist: "artist",
  album_art: "case when has_cover then :coverPath || t.id else '' end",
  duration_ms: "duration_ms",
  sent_at: SENT_AT,
  sent_by: "null",
  song_key: "null",
};
const FROM_TRACK = { from: "library_tracks t", which: TRACK_FOLLOWS };
type SentTrack = SentByPage & TrackOfPage & { coverPath: string };
const SEND_TRACK = send<SentTrack>(PAGE_TRACK, FROM_TRACK);
const REFUSE_TRACK = send<SentTrack>(PAGE_TRACK, { ...FROM_TRACK, refusedAt: ":now" });

/** Moves the shuffle on to this song, if the statement before has sent it. */
const MOVE_SHUFFLE = statement<{ owner: string; round: number; factor: number; track: number }>(`
  update players set shuffle_round = :round,
    shuffle_place = (select ${placeBy(":factor")} from library_tracks t where t.id = :track)
  where changes() > 0 and owner_id = :owner`);

/**
 * The statements that send the page's song at `sentAt` (epoch ms), or with `isRefused` record that the page could not begin
 * it. They do nothing if the song does not follow any more.
 */
export function sendPageSong(
  { id, ownerId, source, at, next }: PageSong,
  sentAt: number,
  isRefused = false,
): { sent: Statement<SentPlay>; moved: Statement<unknown> } | { sent: Statement<SentPlay> } {
  const sent = { owner: ownerId, id, source, sentAt, now: at };
  if ("requestId" in next) {
    const send = isRefused ? REFUSE_REQUEST : SEND_REQUEST;
    return { sent: send({ ...sent, request: next.requestId }) };
  }
  const { round, trackId, coverPath } = next;
  const factor = factorOf(round);
  const send = isRefused ? REFUSE_TRACK : SEND_TRACK;
  return {
    sent: send({ ...sent, track: trackId, round, factor, coverPath }),
    moved: MOVE_SHUFFLE({ owner: ownerId, round, factor, track: trackId }),
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
  const ending = {
    ...{ owner: ownerId, at: startedAt, why: "finished", heard: null } as const,
    ...{ id, source },
  };
  const ended = "requestId" in next
    ? END_FOR_REQUEST({ ...ending, request: next.requestId })
    : END_FOR_TRACK({
      ...ending,
      ...{ track: next.trackId, round: next.round, factor: factorOf(next.round) },
    });
  const { begun, room } = await db.write(() => ({
    ended,
    ...sendPageSong(song, startedAt),
    begun: begin({ id, ownerId }, { startedAt, at, positionMs, isPaused: "as_told" }),
    room: selectRevision({ owner: ownerId }),
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

const END_OWN = end<{ uri: string | null }>("request_id is null and uri is not :uri");

interface OwnSong extends Omit<HeardSong, "positionMs" | "isPaused"> {
  owner: string;
  sources: string;
  id: string;
  at: number;
}

const SEND_OWN = send<OwnSong>({
  id: ":id",
  request_id: "null",
  source: sourceInUri(":uri"),
  uri: ":uri",
  title: ":title",
  artist: ":artist",
  album_art: ":albumArt",
  duration_ms: ":durationMs",
  sent_at: ":at",
  sent_by: "null",
  song_key: ":songKey",
}, { which: `${sourceInUri(":uri")} = ${SOURCE_AMONG}` });

/**
 * Records what is heard at `at` (epoch ms): the position of a guest's song (`playId`), or a song of the cafe's own music
 * (null), which gets a play with the id `newId` when it begins, unless the cafe has left its source. `sources` are the ids of
 * all sources, of which the first is that of a cafe that has chosen none. Without a song, that music is over. Returns the
 * room's revision.
 */
export async function recordHeard(
  db: Database,
  ownerId: string,
  { sources, at, newId, playId, song }: {
    sources: readonly string[];
    at: number;
    newId: string;
    playId: string | null;
    song: HeardSong | null;
  },
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    ended: END_OWN({
      ...{ owner: ownerId, at, why: "finished", heard: null },
      uri: song?.uri ?? null,
    }),
    ...song && { moved: move(ownerId, { ...song, at, id: playId }) },
    ...song && playId === null && {
      sent: SEND_OWN({
        ...{ owner: ownerId, sources: JSON.stringify(sources), id: newId, at },
        ...sentSong(song),
      }),
      begun: begin({ id: newId, ownerId }, { ...song, startedAt: at, at }),
    },
    room: selectRevision({ owner: ownerId }),
  }));
  return room[0]?.revision;
}

function sentSong({ uri, title, artist, albumArt, durationMs, songKey }: HeardSong) {
  return { uri, title, artist, albumArt, durationMs, songKey };
}
