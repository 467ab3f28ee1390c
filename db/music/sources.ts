// Which source of music a cafe has chosen (docs/music.md#settings).
import type { Database } from "../connection/client.ts";
import { statement } from "../connection/statement.ts";
import { OPEN_CAFE, selectRevision } from "../people/rooms.ts";

/**
 * An SQL expression for the id of the source of a cafe whose choice is `source`. `:sources` holds those of every source, as
 * JSON; the first is that of a cafe that has chosen none, or one that this version does not have any more.
 */
export const sourceAmong = (source: string) =>
  `iif(instr(:sources, '"' || ${source} || '"'), ${source}, :sources ->> 0)`;

/** The same of `:owner`. */
export const SOURCE_AMONG = `(select ${sourceAmong("source")} from cafes where owner_id = :owner)`;

/** An SQL expression for the id of the source that a song or a playlist with this `uri` belongs to. */
export function sourceInUri(uri: string): string {
  return `substr(${uri}, 1, instr(${uri}, ':') - 1)`;
}

/** The condition that the source of `:owner` is `:source`. */
export const HAS_SOURCE =
  "exists (select 1 from cafes where owner_id = :owner and source = :source)";

/** The id of the source that the owner has chosen, null without a choice, and whether guests see the cafe. */
export interface ChosenSource {
  source: string | null;
  isOpen: boolean;
}

const FIND = statement<{ owner: string }, { source: string | null; isOpen: number }>(
  `select source, ${OPEN_CAFE} as isOpen from cafes where owner_id = :owner`,
);

export async function findSource(db: Database, ownerId: string): Promise<ChosenSource> {
  const [row] = await db.all(FIND({ owner: ownerId }));
  return { source: row?.source ?? null, isOpen: row?.isOpen === 1 };
}

/** Songs of another source wait, unless a person plays any song there by hand (`:playsAny`). */
const SET_ASIDE = statement<{ owner: string; source: string; playsAny: number }>(`
  update song_requests set is_aside = not (:playsAny or ${sourceInUri("uri")} = :source)
  where owner_id = :owner and status in ('pending', 'approved')
    and is_aside = (:playsAny or ${sourceInUri("uri")} = :source)`);

const CHOOSE = statement<{ owner: string; source: string }>(
  "update cafes set source = :source where owner_id = :owner",
);

const RAISE = statement<{ owner: string }>(`
  insert into rooms (owner_id, revision) select :owner, 1 where ${OPEN_CAFE}
  on conflict (owner_id) do update set revision = revision + 1`);

/** What was known of the source that is left does not hold for the next one, and its conductor stops. */
const RESET = statement<{ owner: string; canPlay: number }>(`
  update conductors set is_on = is_on and :canPlay, state = 'idle', state_until = null, sentence = null,
    holder = null, held_until = 0
  where owner_id = :owner and is_on = 1`);

/**
 * Turns the switch on, and lets the source's own songs play while the queue is empty. What was chosen for that at another
 * source stays, since it counts again there.
 */
const PLAY_OWN = statement<{ owner: string; uri: string; title: string }>(`
  insert into conductors (owner_id, is_on, fallback_uri, fallback_title)
  select :owner, 1, :uri, :title where ${OPEN_CAFE}
  on conflict (owner_id) do update set is_on = 1,
    fallback_title = iif(fallback_uri is null and fallback_hours is null, excluded.fallback_title,
      fallback_title),
    fallback_uri = iif(fallback_hours is null, coalesce(fallback_uri, excluded.fallback_uri),
      fallback_uri)`);

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
    chosen: CHOOSE({ owner: ownerId, source }),
    aside: SET_ASIDE({ owner: ownerId, source, playsAny: playsAny ? 1 : 0 }),
    reset: RESET({ owner: ownerId, canPlay: canPlayBySelf ? 1 : 0 }),
    ...(plays && { own: PLAY_OWN({ owner: ownerId, uri: plays.uri, title: plays.title }) }),
    raised: RAISE({ owner: ownerId }),
    room: selectRevision({ owner: ownerId }),
  }));
  return room[0]?.revision ?? 0;
}
