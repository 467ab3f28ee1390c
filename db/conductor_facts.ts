// What the conductor of a cafe has to know (docs/conductor.md).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { CAN_PLAY } from "./queue_rows.ts";
import type { conductors } from "./schema/conductors.ts";
import type { plays } from "./schema/requests.ts";
import { sourceAmong, sourceInUri } from "./sources.ts";

type Row = typeof conductors.$inferSelect;

/** A cafe's conductor, whether there is something to play, and the play that is active. */
export interface ConductorFacts extends Pick<Row, "isOn" | "state" | "command" | "holder"> {
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
    | "state"
    | "isPaused"
  >
  & {
    /** When the order was accepted or the play began; null if neither is known. */
    since: number | null;
    positionMs: number;
    positionAt: number | null;
  };

interface FactsRow extends Omit<ConductorFacts, "active" | "hasRequest" | "isOn"> {
  isOn: number;
  hasRequest: number;
  active: string | null;
}

const FACTS = constantSql<FactsRow>(`
  select is_on as isOn, state, command, command_number as commandNumber, holder,
    case when ${sourceInUri("fallback_uri")} = ${
  sourceAmong("?2")
} then fallback_uri end as fallbackUri,
    fallback_length as fallbackLength,
    exists (select 1 from song_requests where ${CAN_PLAY}) as hasRequest,
    (select json_object('id', id, 'requestId', request_id, 'uri', uri, 'title', title,
        'artist', artist, 'albumArt', album_art, 'durationMs', duration_ms, 'state', state,
        'isPaused', is_paused, 'since', coalesce(started_at, ordered_at),
        'positionMs', position_ms, 'positionAt', position_at)
      from plays where owner_id = ?1 and ended_at is null) as active
  from conductors where owner_id = ?1`);

/**
 * What the cafe's conductor has to know, of one moment. Undefined if the owner has never turned it on. A playlist of a
 * source that is not the cafe's counts as none; `sources` are the ids of all sources, the first is the default.
 */
export async function readConductor(
  db: Database,
  ownerId: string,
  sources: readonly string[],
): Promise<ConductorFacts | undefined> {
  const [row] = await db.all(FACTS(ownerId, JSON.stringify(sources)));
  if (!row) return;
  const active = row.active === null ? null : JSON.parse(row.active);
  return {
    ...row,
    isOn: row.isOn === 1,
    hasRequest: row.hasRequest === 1,
    active: active && { ...active, isPaused: active.isPaused === 1 },
  };
}
