// Which source of music a cafe has chosen (docs/music.md#settings).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { OPEN_CAFE, selectRevision } from "./rooms.ts";

/**
 * An SQL expression for the id of the source of the owner `?1`. The parameter `ids` holds those of every source, as
 * JSON; the first is the source of a cafe that has chosen none, or one that this version does not have any more.
 */
export function sourceAmong(ids: `?${number}`): string {
  return `(select coalesce((select value from json_each(${ids}) where value = source), ${ids} ->> 0)
    from cafes where owner_id = ?1)`;
}

/** An SQL expression for the id of the source that a song or a playlist with this `uri` belongs to. */
export function sourceInUri(uri: string): string {
  return `substr(${uri}, 1, instr(${uri}, ':') - 1)`;
}

/** The condition that the owner's source is `parameter`. */
export const sourceIs = (parameter: string) =>
  `exists (select 1 from cafes where owner_id = ?1 and source = ${parameter})`;

/** The id of the source that the owner has chosen, null without a choice, and whether guests see the cafe. */
export interface ChosenSource {
  source: string | null;
  isOpen: boolean;
}

type SourceRow = { source: string | null; isOpen: number };

/** The statement that reads the source of the owner `?1`. It gives no row without a cafe. */
export const selectSource = constantSql<SourceRow>(
  `select source, ${OPEN_CAFE} as isOpen from cafes where owner_id = ?1`,
);

/** What `selectSource` has read. */
export function toChosenSource([row]: SourceRow[]): ChosenSource {
  return { source: row?.source ?? null, isOpen: row?.isOpen === 1 };
}

export async function findSource(db: Database, ownerId: string): Promise<ChosenSource> {
  return toChosenSource(await db.all(selectSource(ownerId)));
}

/** Songs of another source wait, unless a person plays any song there by hand (`?3`). */
const SET_ASIDE = constantSql(`
  update song_requests set is_aside = not (?3 or ${sourceInUri("uri")} = ?2)
  where owner_id = ?1 and status in ('pending', 'approved')
    and is_aside = (?3 or ${sourceInUri("uri")} = ?2)`);

const CHOOSE = constantSql("update cafes set source = ?2 where owner_id = ?1");

const RAISE = constantSql(`
  insert into rooms (owner_id, revision) select ?1, 1 where ${OPEN_CAFE}
  on conflict (owner_id) do update set revision = revision + 1`);

/** What was known of the source that is left does not hold for the next one, and its conductor stops. */
const RESET = constantSql(`
  update conductors set is_on = is_on and ?2, state = 'idle', state_until = null, sentence = null,
    holder = null, held_until = 0
  where owner_id = ?1 and is_on = 1`);

/**
 * Turns the switch on, and lets the source's own songs play while the queue is empty. What was chosen for that at another
 * source stays, since it counts again there.
 */
const PLAY_OWN = constantSql(`
  insert into conductors (owner_id, is_on, fallback_uri, fallback_title)
  select ?1, 1, ?2, ?3 where ${OPEN_CAFE}
  on conflict (owner_id) do update set is_on = 1,
    fallback_title = iif(fallback_uri is null, excluded.fallback_title, fallback_title),
    fallback_uri = coalesce(fallback_uri, excluded.fallback_uri)`);

/** What a source plays by itself: the uri by which it knows it, and what a person sees of it. */
export interface OwnFallback {
  uri: string;
  title: string;
}

/**
 * Chooses the source. Unless songs play by themselves there, the switch goes off; with `plays` it goes on, for these songs.
 * Songs of other sources wait, unless it `playsAny`. Returns the room's revision.
 */
export async function setSource(
  db: Database,
  ownerId: string,
  { source, canPlayBySelf, playsAny, plays }: {
    source: string;
    canPlayBySelf: boolean;
    playsAny: boolean;
    plays?: OwnFallback;
  },
): Promise<number> {
  const { room } = await db.write(() => ({
    chosen: CHOOSE(ownerId, source),
    aside: SET_ASIDE(ownerId, source, playsAny ? 1 : 0),
    reset: RESET(ownerId, canPlayBySelf ? 1 : 0),
    ...(plays && { own: PLAY_OWN(ownerId, plays.uri, plays.title) }),
    raised: RAISE(ownerId),
    room: selectRevision(ownerId),
  }));
  return room[0]?.revision ?? 0;
}
