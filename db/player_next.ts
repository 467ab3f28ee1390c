// What the player may begin by itself, and what that ends (docs/player.md#reports).
import { constantSql } from "./constant_sql.ts";
import { EXPECTED } from "./heard_music.ts";
import { sourceIs } from "./player_leases.ts";
import { IN_QUEUE } from "./queue_rows.ts";
import { OPEN_CAFE } from "./rooms.ts";
import { placeBy } from "./shuffle.ts";
import { sourceInUri } from "./sources.ts";

/** A beginning that the player has reported. */
export interface Beginning {
  /** The play's id, which the player was told. */
  id: string;
  ownerId: string;
  source: string;
  /** In epoch ms. */
  at: number;
  positionMs: number;
}

/** An SQL expression for the id of the next play of the request with this alias (docs/player.md#orders). */
export function nextPlayId(request: string): string {
  return `${request}.id || '-' || (select count(*) from plays where request_id = ${request}.id)`;
}

/**
 * The condition that the request `?3` of the owner `?1` waits, and that its next play is `?2`, from the source `?4`.
 */
export const REQUEST_WAITS = `id = ?3 and ${IN_QUEUE} and ${sourceInUri("uri")} = ?4
  and ?2 = ${nextPlayId("song_requests")}
  and ${OPEN_CAFE} and ${sourceIs("?4")}`;

/** The condition that the track `t` follows in the round `?3`, whose factor is `?9`, and that `?2` is no play yet. */
export const TRACK_FOLLOWS = `${OPEN_CAFE} and ${sourceIs("?4")}
  and not exists (select 1 from plays where id = ?2)
  and exists (select 1 from players where owner_id = ?1 and (?3 = shuffle_round + 1
    or (?3 = shuffle_round and ${placeBy("?9")} > shuffle_place)))`;

/** The condition that the owner `?1` has no active play. */
export const IS_SILENT =
  "not exists (select 1 from plays where owner_id = ?1 and ended_at is null)";

/**
 * When the song began: `?6`, but not before one that was sent later. One that was sent after `?5`, the present, is from
 * before the clock was set back.
 */
export const BEGAN_AT = `max(?6, coalesce(
  (select max(sent_at) from plays where owner_id = ?1 and sent_at > ?6 and sent_at <= ?5), 0))`;

/** Whether a person has paused the player. */
export const PAUSED = "(select is_paused from players where owner_id = ?1)";

/**
 * Ends the song that plays, if the next one may begin. A song that play next has begun stays until the player has
 * reported it, since the player may not know of it yet; unless it is over by the clock, or another source's. `next`
 * selects the next one if it may begin, at `?6`.
 */
export const endBefore = (next: string) =>
  constantSql(`
    update plays set state = 'ended', ended_at = max(?6, started_at), why_ended = 'finished'
    where owner_id = ?1 and ended_at is null and state = 'playing'
      and (ordered_at is not null or source <> ?4
        or (is_paused = 0 and ${EXPECTED.replaceAll("?2", "?5")} >= duration_ms))
      and exists (${next})`);

/**
 * Moves the shuffle on to the track `?4` in the round `?2`, whose factor is `?3`, if the statement before has an
 * effect.
 */
export const moveShuffle = constantSql(`
  update players set shuffle_round = ?2,
    shuffle_place = (select ${placeBy("?3")} from library_tracks t where t.id = ?4)
  where changes() > 0 and owner_id = ?1`);
