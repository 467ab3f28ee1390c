// Does what an event changes in the life of a play, as the machine decides (play.ts, docs/playback.md#life), in one commit
// each, and tells the room.
import { failPlaying, failSent, releaseTried } from "../../db/plays/failed_songs.ts";
import {
  acceptPlay,
  type ActivePlay,
  beginPlay,
  endPlay,
  findActive,
  movePlay,
  releasePlay,
  type SentPlay,
  type WhyOver,
} from "../../db/plays/plays.ts";
import { positionAt } from "../contract/song_clock.ts";
import type { Deps } from "../deps.ts";
import {
  changeOf,
  type PlayChange,
  type PlayEvent,
  stateOf,
  whyOver,
  whyReleased,
} from "./play.ts";

export type PlayDeps = Pick<Deps, "db" | "hub" | "music" | "now" | "singleFlight" | "timer">;

/** What is known about an event, and for whom it counts. Times are epoch ms. */
export interface Facts {
  /** A call of this process, or of another instance, may be about to order the song. */
  isAtWork?: boolean;
  /** Where the song was seen to be, in ms. */
  positionMs?: number | null;
  /** How long it is, in ms, if the play does not say and that was seen. */
  durationMs?: number | null;
  isPaused?: boolean;
  /** When its sound began, if that is known. */
  startedAt?: number;
  /** Why it ends, if the caller saw more than the event says. */
  why?: Exclude<WhyOver, "replaced">;
  /** Who counts a failure: the conductor counts tries, the page songs in a row. */
  counts?: "try" | "for_good" | "page";
}

/** What was done. `isDone`: it was, and no one else was first. `unplayable`: the song has left the queue. */
interface Done {
  change: PlayChange;
  isDone: boolean;
  unplayable: boolean;
}

/** Does what `event` changes in the life of this active play, in one commit each, and tells the room. */
export async function happen(
  deps: Pick<PlayDeps, "db" | "hub" | "now">,
  play: ActivePlay,
  event: PlayEvent,
  facts: Facts = {},
): Promise<Done> {
  const { db, hub, now } = deps;
  const change = changeOf(stateOf(play, facts.isAtWork ?? false), event);
  const at = now();
  const { positionMs = null, isPaused = false, counts } = facts;
  const heardMs = positionMs ?? positionAt(play, at);
  const startedAt = facts.startedAt ?? at - (positionMs ?? 0);
  const beginning = { startedAt, at, positionMs, isPaused };
  const durationMs = play.durationMs ?? facts.durationMs ?? null;
  const why = facts.why ?? whyOver(event, { heardMs, durationMs });
  const end = () => {
    const isFailure = counts === "page" && (why === "not_played" || why === "cut");
    return isFailure
      ? failPlaying(db, play, { at, why, heardMs })
      : endPlay(db, play, { at, why, heardMs: positionMs });
  };
  const announce = (revision: number | undefined, unplayable = false) => {
    if (revision !== undefined) hub.announce(play.ownerId, revision);
    return { change, isDone: revision !== undefined, unplayable };
  };
  switch (change) {
    case "accept":
      return announce(await acceptPlay(db, play, at));
    case "begin":
      return announce(await beginPlay(db, play, beginning));
    case "begin_and_end": {
      const begun = await beginPlay(db, play, beginning);
      return announce(await end() ?? begun);
    }
    case "end":
      return announce(await end());
    case "stand":
    case "go_on":
      return announce(
        await movePlay(db, play.ownerId, {
          ...{ at, positionMs, id: play.id, isPaused: change === "stand" },
        }),
      );
    case "release": {
      if (counts === "page") return announce(await failSent(db, play, at));
      if (!counts) {
        const revision = await releasePlay(db, play, { at, why: whyReleased(event) });
        // No page shows a song that was only on its way.
        return {
          ...announce(play.orderedAt === null ? undefined : revision),
          isDone: revision !== undefined,
        };
      }
      const tried = await releaseTried(db, play, { at, forGood: counts === "for_good" });
      return announce(tried.revision, tried.unplayable);
    }
    default:
      return announce(undefined);
  }
}

/** The same for the play with this id, if it is the owner's active one. */
export async function happenTo(
  deps: Pick<PlayDeps, "db" | "hub" | "now">,
  { id, ownerId }: Pick<SentPlay, "id" | "ownerId">,
  event: PlayEvent,
  facts?: Facts,
): Promise<Done> {
  const active = await findActive(deps.db, ownerId);
  if (active?.id !== id) return { change: "keep", isDone: false, unplayable: false };
  return await happen(deps, active, event, facts);
}
