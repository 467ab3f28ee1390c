// The conductors table: whether songs play by themselves, what a person has told the conductor, and what it last knew
// (docs/conductor.md).
import { DAY_MS } from "../../server/contract/clock.ts";
import type { Database } from "../connection/client.ts";
import { type Statement, statement } from "../connection/statement.ts";
import { CLOCKS_APART_MS } from "./play_times.ts";
import { CAN_PLAY } from "../requests/queue.ts";
import { commitInRoom, selectRevision } from "../people/rooms.ts";
import { columnsOf, fromStored, type Stored } from "../schema/columns.ts";
import { conductors, type FallbackHour } from "../schema/music.ts";
import type { plays } from "../schema/requests.ts";
import { SOURCE_AMONG, sourceInUri } from "../music/sources.ts";

type Row = typeof conductors.$inferSelect;

export type ConductorCommand = NonNullable<Row["command"]>;

const FIND = statement<{ owner: string }, Stored<Row>>(
  `select ${columnsOf(conductors)} from conductors where owner_id = :owner`,
);

/** What the panel shows of a cafe's conductor. Undefined if it was never turned on and has no playlist. */
export async function findConductor(db: Database, ownerId: string): Promise<Row | undefined> {
  const [found] = await db.all(FIND({ owner: ownerId }));
  return found && fromStored(conductors, found);
}

const TURN_ON = statement<{ owner: string }>(`
  insert into conductors (owner_id, is_on, command) values (:owner, 1, 'resume')
  on conflict (owner_id) do update set is_on = 1, state = 'idle', state_until = null,
    sentence = null, command = excluded.command, command_number = command_number + 1`);
const TURN_OFF = statement<{ owner: string }>(`
  insert into conductors (owner_id, is_on) values (:owner, 0)
  on conflict (owner_id) do update set is_on = 0, state = 'idle', state_until = null,
    sentence = null, holder = null, held_until = 0`);

/** Turns the cafe's conductor on or off. Turning it on ends what held it back before. */
export async function setConductor(db: Database, owner: string, isOn: boolean): Promise<number> {
  return await change(db, owner, (isOn ? TURN_ON : TURN_OFF)({ owner }));
}

/** The playlist for an empty queue, as the panel shows it. */
export type Fallback = Pick<
  Row,
  "fallbackUri" | "fallbackUrl" | "fallbackTitle" | "fallbackArt" | "fallbackLength"
>;

/** Music by the hour: the entries, and when (epoch ms) the next one begins. */
export interface Hours {
  hours: FallbackHour[];
  until: number;
}

const SET_FALLBACK = statement<
  Fallback & { owner: string; hours: string | null; until: number | null }
>(`
  insert into conductors (owner_id, fallback_uri, fallback_url, fallback_title, fallback_art,
    fallback_length, fallback_hours, fallback_until)
  values (:owner, :fallbackUri, :fallbackUrl, :fallbackTitle, :fallbackArt, :fallbackLength,
    :hours, :until)
  on conflict (owner_id) do update set fallback_uri = excluded.fallback_uri,
    fallback_url = excluded.fallback_url, fallback_title = excluded.fallback_title,
    fallback_art = excluded.fallback_art, fallback_length = excluded.fallback_length,
    fallback_hours = excluded.fallback_hours, fallback_until = excluded.fallback_until`);

/** Sets what plays now, and with `byHour` what plays by the hour. */
export async function setFallback(
  db: Database,
  owner: string,
  fallback: Fallback,
  byHour?: Hours,
): Promise<number> {
  const hours = byHour ? JSON.stringify(byHour.hours) : null;
  const set = SET_FALLBACK({
    ...{ owner, ...columnsOfFallback(fallback), hours, until: byHour?.until ?? null },
  });
  return await change(db, owner, set);
}

function columnsOfFallback(
  { fallbackUri, fallbackUrl, fallbackTitle, fallbackArt, fallbackLength }: Fallback,
): Fallback {
  return { fallbackUri, fallbackUrl, fallbackTitle, fallbackArt, fallbackLength };
}

const ENDED = statement<{ now: number }, { ownerId: string; until: number; hours: string }>(`
  select owner_id as ownerId, fallback_until as until, fallback_hours as hours from conductors
  where fallback_until is not null
    and (fallback_until <= :now or fallback_until > :now + ${DAY_MS})`);

/**
 * The cafes at which another entry of the music by the hour begins by `now` (epoch ms). Entries are daily, so that one which
 * begins later than in a day was kept by a clock that ran ahead.
 */
export async function listEndedEntries(
  db: Database,
  now: number,
): Promise<(Hours & { ownerId: string })[]> {
  return (await db.all(ENDED({ now })))
    .map(({ hours, ...ended }) => ({ ...ended, hours: JSON.parse(hours) }));
}

const TURN = statement<Fallback & { owner: string; seen: number; until: number }>(`
  update conductors set fallback_uri = :fallbackUri, fallback_url = :fallbackUrl,
    fallback_title = :fallbackTitle, fallback_art = :fallbackArt,
    fallback_length = :fallbackLength, fallback_until = :until
  where owner_id = :owner and fallback_until = :seen returning owner_id as owner`);

/**
 * Begins another entry until `until` (epoch ms), unless the owner or another instance has changed what was `seen`. Returns the
 * room's revision, undefined if so.
 */
export async function turnFallback(
  db: Database,
  owner: string,
  fallback: Fallback,
  { seen, until }: { seen: number; until: number },
): Promise<number | undefined> {
  return await commitInRoom(
    db,
    owner,
    TURN({ owner, ...columnsOfFallback(fallback), seen, until }),
  );
}

async function change(db: Database, owner: string, changed: Statement<never>): Promise<number> {
  const { room } = await db.write(() => ({ changed, room: selectRevision({ owner }) }));
  return room[0]?.revision ?? 0;
}

/** Pages show that it stands, or that it goes on, before it has done so; with a null state they show what they did. */
const TELL = statement<{ owner: string; command: ConductorCommand; state: string | null }>(`
  update conductors set command = :command, command_number = command_number + 1,
    state = coalesce(:state, state), state_until = iif(:state is null, state_until, null),
    sentence = iif(:state is null, sentence, null),
    left_device = iif(:command = 'connect', '', left_device)
  where owner_id = :owner and is_on = 1 returning owner_id as owner`);

/**
 * Tells whichever instance acts for the cafe what a person wants. Returns the room's revision, undefined if songs do not
 * play by themselves there.
 */
export async function commandConductor(
  db: Database,
  owner: string,
  command: ConductorCommand,
): Promise<number | undefined> {
  const state = command === "connect" ? null : command === "pause" ? "paused" : "idle";
  return await commitInRoom(db, owner, TELL({ owner, command, state }));
}

/** What an instance that acts for a cafe knows of it. */
interface Known {
  holder: string;
  state: string;
  until: number | null;
  sentence: string | null;
  volumePercent: number | null;
  leftDevice: string | null;
}

const NOTE = statement<Known & { owner: string }>(`
  update conductors set state = :state, state_until = :until, sentence = :sentence,
    volume_percent = :volumePercent, left_device = :leftDevice
  where owner_id = :owner and holder = :holder and is_on = 1 returning owner_id as owner`);

/** Keeps what `holder` knows now, for the panel and for the instance that acts next. Returns the room's revision. */
export async function noteConductorState(
  db: Database,
  { ownerId: owner, ...known }: Known & { ownerId: string },
): Promise<number | undefined> {
  const { holder, state, until, sentence, volumePercent, leftDevice } = known;
  const note = NOTE({ owner, holder, state, until, sentence, volumePercent, leftDevice });
  return await commitInRoom(db, owner, note);
}

// What the conductor of a cafe has to know (docs/conductor.md).

/** A cafe's conductor, whether there is something to play, and the play that is active. */
export interface ConductorFacts
  extends Pick<Row, "isOn" | "state" | "command" | "holder" | "leftDevice"> {
  fallbackUri: string | null;
  fallbackLength: number | null;
  commandNumber: number;
  hasRequest: boolean;
  active: ActivePlayFacts | null;
}

export type ActivePlayFacts =
  & Pick<
    typeof plays.$inferSelect,
    | "id"
    | "requestId"
    | "uri"
    | "title"
    | "artist"
    | "albumArt"
    | "durationMs"
    | "source"
    | "positionMs"
    | "positionAt"
    | "heardMs"
  >
  & {
    /** When the order was accepted or the play began; null if neither is known. */
    since: number | null;
    state: "sent" | "playing";
    isPaused: 0 | 1;
  };

interface FactsRow extends Omit<ConductorFacts, "active" | "hasRequest" | "isOn"> {
  isOn: number;
  hasRequest: number;
  active: string | null;
}

const FACTS = statement<{ owner: string; sources: string }, FactsRow>(`
  select is_on as isOn, state, command, command_number as commandNumber, holder,
    left_device as leftDevice,
    case when ${sourceInUri("fallback_uri")} = ${SOURCE_AMONG} then fallback_uri end as fallbackUri,
    fallback_length as fallbackLength,
    exists (select 1 from song_requests where ${CAN_PLAY}) as hasRequest,
    (select json_object('id', id, 'requestId', request_id, 'uri', uri, 'title', title,
        'artist', artist, 'albumArt', album_art, 'durationMs', duration_ms, 'state', state,
        'isPaused', is_paused, 'since', coalesce(started_at, ordered_at),
        'positionMs', position_ms, 'positionAt', position_at,
        'source', source, 'heardMs', heard_ms)
      from plays where owner_id = :owner and ended_at is null) as active
  from conductors where owner_id = :owner`);

/**
 * What the cafe's conductor has to know, of one moment. Undefined if the owner has never turned it on. A playlist of a
 * source that is not the cafe's counts as none; `sources` are the ids of all sources, the first is the default.
 */
export async function readConductor(
  db: Database,
  ownerId: string,
  sources: readonly string[],
): Promise<ConductorFacts | undefined> {
  const [row] = await db.all(FACTS({ owner: ownerId, sources: JSON.stringify(sources) }));
  if (!row) return;
  return {
    ...row,
    isOn: row.isOn === 1,
    hasRequest: row.hasRequest === 1,
    active: row.active === null ? null : JSON.parse(row.active),
  };
}

// Which instance acts for a cafe (docs/conductor.md#leases).

const HOLD = statement<
  { holder: string; now: number; until: number; fromAnyone: number; leftOut: string },
  { ownerId: string }
>(`
  update conductors set holder = :holder, held_until = :until
  where is_on = 1 and (holder = :holder or held_until < :now
      or held_until > :until + ${CLOCKS_APART_MS} or :fromAnyone)
    and not exists (select 1 from cafes where cafes.owner_id = conductors.owner_id
      and cafes.source in (select value from json_each(:leftOut)))
  returning owner_id as ownerId`);

/**
 * Takes the conductors whose lease is free or over, and renews those of `holder`, until `until` (epoch ms). With
 * `fromAnyone` takes all. Cafes whose source is one of `leftOut` have no conductor. Returns the owners of those that it
 * holds now.
 */
export async function holdConductors(
  db: Database,
  { holder, now, until, fromAnyone, leftOut }: {
    holder: string;
    now: number;
    until: number;
    fromAnyone: boolean;
    /** Sources whose players begin the next song by themselves. */
    leftOut: string[];
  },
): Promise<string[]> {
  const all = fromAnyone ? 1 : 0;
  const [held] = await db.write(() => [
    HOLD({ holder, now, until, fromAnyone: all, leftOut: JSON.stringify(leftOut) }),
  ]);
  return held.map(({ ownerId }) => ownerId);
}

const GIVE_UP = statement<{ holder: string }>(
  "update conductors set holder = null, held_until = 0 where holder = :holder",
);

/** Gives up what `holder` acts for, so that another instance takes it at once. */
export async function releaseConductors(db: Database, holder: string): Promise<void> {
  await db.write(() => [GIVE_UP({ holder })]);
}
