// The page that plays a cafe's own files (docs/speaker.md): its lease, the commands that a person gave it, the song that it
// plays and that song's position, and the song that follows. What it reports: speaker_reports.ts.
import { OVERDUE_MS } from "../../server/contract/song_clock.ts";
import type { Database } from "../connection/client.ts";
import { statement } from "../connection/statement.ts";
import { trackIdInUri } from "../music/library.ts";
import { CAN_PLAY, outOfTurn, QUEUE_ORDER } from "../requests/queue.ts";
import { CLOCKS_APART_MS, playsAt } from "./play_times.ts";
import { OPEN_CAFE, raiseIfChanged, selectRevision } from "../people/rooms.ts";
import { columnsOf } from "../schema/columns.ts";
import { PLAYED_SONG, plays, songRequests } from "../schema/requests.ts";
import { nextPlayId } from "./sending.ts";
import { isOpenSession } from "../people/sessions.ts";
import { HAS_SOURCE, sourceInUri } from "../music/sources.ts";

/** The condition that the login that claimed the lease of a row of `players` has not ended at `:now`. */
const OF_LOGIN = isOpenSession("players.session_id");

/** The condition that the lease is held at `:now`: until a time, and as long as its login. */
const IS_HELD = `(players.held_until > :now and ${OF_LOGIN})`;

const CLAIM = statement<
  {
    owner: string;
    lease: string;
    tab: string;
    now: number;
    until: number;
    take: number;
    source: string;
    account: string;
    session: string;
  },
  { epoch: number }
>(`
  insert into players (owner_id, lease_hash, tab, epoch, held_until, claimed_by, session_id)
  select :owner, :lease, :tab, 1, :until, :account, :session where ${OPEN_CAFE} and ${HAS_SOURCE}
    and (:account = :owner or exists (
      select 1 from memberships where account_id = :account and owner_id = :owner and ended_at is null))
  on conflict (owner_id) do update set lease_hash = excluded.lease_hash, tab = excluded.tab,
    claimed_by = excluded.claimed_by, session_id = excluded.session_id, heard_at = null,
    epoch = epoch + 1, held_until = excluded.held_until
  where not ${IS_HELD} or tab = :tab or :take
  returning epoch`);

const IS_SOURCE = statement<{ owner: string; source: string }, { isSource: number }>(
  `select ${HAS_SOURCE} as isSource`,
);

/** A claim's outcome. */
export type Claimed =
  | { epoch: number; revision: number }
  | { refused: "player_taken" | "source_not_ready" };

/**
 * Makes `tab` the owner's player until `until`, if no other tab holds the lease at `now` (both epoch ms), or with
 * `take` if one does. Of several claims at once one succeeds.
 */
export async function claimSpeaker(
  db: Database,
  { ownerId, accountId, sessionId, source, leaseHash, tab, now, until, take }: {
    ownerId: string;
    /** Who claims it: the owner, or a member of the team. */
    accountId: string;
    /** The login, with which the lease ends. */
    sessionId: string;
    source: string;
    leaseHash: string;
    tab: string;
    now: number;
    until: number;
    take: boolean;
  },
): Promise<Claimed> {
  const { claimed, asked, room } = await db.write(() => ({
    claimed: CLAIM({
      owner: ownerId,
      lease: leaseHash,
      tab,
      now,
      until,
      take: take ? 1 : 0,
      source,
      account: accountId,
      session: sessionId,
    }),
    raised: raiseIfChanged({ owner: ownerId }),
    asked: IS_SOURCE({ owner: ownerId, source }),
    room: selectRevision({ owner: ownerId }),
  }));
  if (claimed[0]) return { epoch: claimed[0].epoch, revision: room[0]?.revision ?? 0 };
  return { refused: asked[0]?.isSource ? "player_taken" : "source_not_ready" };
}

const HELD = statement<
  { owner: string; lease: string; source: string; now: number },
  { heldUntil: number; isSource: number }
>(`
  select held_until as heldUntil, ${HAS_SOURCE} as isSource from players
  where owner_id = :owner and lease_hash = :lease and ${OPEN_CAFE} and ${OF_LOGIN}`);

/**
 * Until when the lease is held (epoch ms), and whether the cafe still has this source. Undefined if another tab has
 * taken the lease, or its login has ended.
 */
export async function findLease(
  db: Database,
  { ownerId, leaseHash, source, now }: {
    ownerId: string;
    leaseHash: string;
    source: string;
    now: number;
  },
): Promise<{ heldUntil: number; isSource: boolean } | undefined> {
  const [held] = await db.all(HELD({ owner: ownerId, lease: leaseHash, source, now }));
  return held && { heldUntil: held.heldUntil, isSource: held.isSource === 1 };
}

const RENEW = statement<{ owner: string; lease: string; until: number }>(
  "update players set held_until = :until where owner_id = :owner and lease_hash = :lease",
);

/** Holds the lease until `until` (epoch ms), unless another tab has taken it. */
export async function renewLease(
  db: Database,
  { ownerId, leaseHash, until }: { ownerId: string; leaseHash: string; until: number },
): Promise<void> {
  await db.write(() => [RENEW({ owner: ownerId, lease: leaseHash, until })]);
}

const GIVE_UP = statement<{ owner: string; lease: string; at: number }>(
  "update players set held_until = 0 where owner_id = :owner and lease_hash = :lease and held_until > :at",
);

/** Ends the lease at `at` (epoch ms), so that another tab gets it at once. Returns the room's revision. */
export async function giveUpLease(
  db: Database,
  { ownerId, leaseHash, at }: { ownerId: string; leaseHash: string; at: number },
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    ended: GIVE_UP({ owner: ownerId, lease: leaseHash, at }),
    raised: raiseIfChanged({ owner: ownerId }),
    room: selectRevision({ owner: ownerId }),
  }));
  return room[0]?.revision;
}

const LOST = statement<{ source: string; now: number }, { id: string; ownerId: string }>(`
  select id, owner_id as ownerId
  from ${playsAt(":now", "p.ended_at is null and p.source = :source and not p.is_paused")} p
  where (state = 'playing' and is_overdue
      or exists (select 1 from players where owner_id = p.owner_id and not ${IS_HELD}))`);

/**
 * The songs that play, or are on their way, at a page whose lease is over at `now` (epoch ms), and those that their page
 * should have reported by then.
 */
export async function listLost(
  db: Database,
  source: string,
  now: number,
): Promise<{ id: string; ownerId: string }[]> {
  return await db.all(LOST({ source, now }));
}

const AHEAD = statement<
  { source: string; now: number },
  { id: string; ownerId: string; positionMs: number }
>(`
  select id, owner_id as ownerId, expected_ms as positionMs
  from ${playsAt(":now", "p.ended_at is null and p.source = :source and not p.is_paused")}
  where state = 'playing' and is_ahead`);

/** The songs that play at a page and were reported last before the clock was set back to `now` (epoch ms), and where. */
export async function listAhead(
  db: Database,
  source: string,
  now: number,
): Promise<{ id: string; ownerId: string; positionMs: number }[]> {
  return await db.all(AHEAD({ source, now }));
}

const MISDATED = "(held_until > :until + :apart or held_until between 1 and :now - :apart)";
type Misdated = { until: number; now: number; apart: number };
const FIND_MISDATED = statement<Misdated, { ownerId: string }>(
  `select owner_id as ownerId from players where ${MISDATED} limit 1`,
);
const CORRECT = statement<Misdated>(
  `update players set held_until = iif(held_until > :now, :until, 0) where ${MISDATED}`,
);

/**
 * Corrects leases, so that a clock that is set back has no lease last longer than until `until`, and has none that was
 * over at `now` (both epoch ms) begin again. One that seems to last longer is from before the clock was set back: its
 * page has until then to give a sign.
 */
export async function correctLeases(db: Database, now: number, until: number): Promise<void> {
  const misdated = { now, until, apart: CLOCKS_APART_MS };
  if ((await db.all(FIND_MISDATED(misdated))).length > 0) {
    await db.write(() => [CORRECT(misdated)]);
  }
}

/** A song that stands before a person pauses it is at a silent page, which 'Devam' lets play only once it reports again. */
const PAUSE = statement<{ owner: string; paused: number }>(`
  update players set is_paused = :paused, heard_at = iif(:paused and exists (
      select 1 from plays
      where owner_id = :owner and ended_at is null and state = 'playing' and is_paused
    ), null, heard_at)
  where owner_id = :owner and is_paused <> :paused`);
const VOLUME = statement<{ owner: string; volume: number }>(
  "update players set volume_percent = :volume where owner_id = :owner and volume_percent <> :volume",
);
const RELEASE = statement<{ owner: string }>(`
  update players set is_paused = 0, failures = 0
  where owner_id = :owner and (is_paused <> 0 or failures <> 0)`);

/** What a person tells the player: a pause, a volume (0 to 100), or `release`, which ends what holds it back. */
export type PlayerCommand = { isPaused: boolean } | { volumePercent: number } | "release";

/**
 * Records what a person tells the player. Returns the room's revision, undefined if there was never a request or a
 * player.
 */
export async function tellPlayer(
  db: Database,
  ownerId: string,
  command: PlayerCommand,
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    told: statementOf(ownerId, command),
    raised: raiseIfChanged({ owner: ownerId }),
    room: selectRevision({ owner: ownerId }),
  }));
  return room[0]?.revision;
}

function statementOf(ownerId: string, command: PlayerCommand) {
  if (command === "release") return RELEASE({ owner: ownerId });
  if ("isPaused" in command) return PAUSE({ owner: ownerId, paused: command.isPaused ? 1 : 0 });
  return VOLUME({ owner: ownerId, volume: command.volumePercent });
}

/** The player's row, and what of the cafe decides what follows. */
export interface PlayerState {
  heldUntil: number;
  /** When the holder first reported a sound, epoch ms. Null: the page is silent so far. */
  heardAt: number | null;
  isPaused: number;
  volumePercent: number;
  failures: number;
  shuffleRound: number;
  shufflePlace: number;
  /** The switch 'Otomatik çal'. */
  isOn: number;
  /** The library is what plays while the queue is empty, and has a song. */
  hasFallback: number;
  /** The cafe's source is the library. */
  isSource: number;
}

/** A song for the player. `path` and `gainDb` are null if the library does not have it. */
export interface PlayerTrack {
  id: string;
  requestId: string | null;
  uri: string;
  title: string;
  artist: string;
  albumArt: string;
  durationMs: number | null;
  path: string | null;
  gainDb: number | null;
}

/** The active play, with the position of its song. */
export type ActiveTrack = PlayerTrack & {
  state: "sent" | "playing";
  positionMs: number;
  /** Whether it stands: the page is paused, or silent, or has not begun a song in time that it was told to play. */
  stands: 0 | 1;
};

const STATE = statement<{ owner: string; source: string; now: number }, PlayerState>(`
  select iif(${OF_LOGIN}, held_until, 0) as heldUntil, heard_at as heardAt, is_paused as isPaused, volume_percent as volumePercent, failures,
    shuffle_round as shuffleRound, shuffle_place as shufflePlace,
    coalesce((select is_on from conductors where owner_id = :owner), 0) as isOn,
    exists (select 1 from conductors where owner_id = :owner
      and ${sourceInUri("fallback_uri")} = :source)
      and exists (select 1 from library_tracks where missing_at is null) as hasFallback,
    ${HAS_SOURCE} as isSource
  from players where owner_id = :owner`);

const ACTIVE = statement<{ owner: string; now: number; source: string }, ActiveTrack>(`
  select ${columnsOf(plays, ["id", "requestId", "uri", ...PLAYED_SONG], "p")},
    coalesce(p.duration_ms, t.duration_ms) as durationMs, path, gain_db as gainDb, state,
    iif(state = 'sent', 0, expected_ms) as positionMs,
    -- Sent at a time yet to come: the clock was set back since.
    iif(state = 'sent', abs(:now - sent_at) > ${OVERDUE_MS}, is_paused) as stands
  from ${playsAt(":now", "p.owner_id = :owner and p.ended_at is null and p.source = :source")} p
  left join library_tracks t on t.id = ${trackIdInUri("uri")}`);

/** The condition that a song of the queue is of `:source`, its file is there, and it is not what plays or is on its way. */
const FOLLOWS = `${sourceInUri("uri")} = :source
      and exists (select 1 from library_tracks
        where library_tracks.id = ${trackIdInUri("song_requests.uri")} and missing_at is null)
      and id is not (select request_id from plays where owner_id = :owner and ended_at is null)`;
const nextRequest = (which: string) =>
  statement<{ owner: string; source: string }, PlayerTrack>(`
  select ${nextPlayId("r")} as id, r.id as requestId, r.song_title as title,
    ${columnsOf(songRequests, ["uri", "artist", "albumArt"], "r")},
    t.duration_ms as durationMs, path, gain_db as gainDb
  from (select * from song_requests where ${which}) r
  left join library_tracks t on t.id = ${trackIdInUri("uri")}`);
const NEXT_OUT_OF_TURN = nextRequest(`id = (${outOfTurn(`and ${FOLLOWS}`)})`);
const NEXT_IN_TURN = nextRequest(`${CAN_PLAY} and ${FOLLOWS} order by ${QUEUE_ORDER} limit 1`);

/** What the player plays and what waits for it, of one moment; `at` is in epoch ms. */
export async function readPlayerState(
  db: Database,
  { ownerId, source, at }: { ownerId: string; source: string; at: number },
): Promise<{ state?: PlayerState; active?: ActiveTrack; request?: PlayerTrack }> {
  const { state, active, outOfTurn, inTurn } = await db.together({
    state: STATE({ owner: ownerId, source, now: at }),
    active: ACTIVE({ owner: ownerId, now: at, source }),
    outOfTurn: NEXT_OUT_OF_TURN({ owner: ownerId, source }),
    inTurn: NEXT_IN_TURN({ owner: ownerId, source }),
  });
  return { state: state[0], active: active[0], request: outOfTurn[0] ?? inTurn[0] };
}
