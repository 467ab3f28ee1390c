// Reads what the conductor of a cafe does (docs/conductor.md#states).
import { findConductor } from "../../db/conductors.ts";
import { nowOfOwner, shownPlay, starterOfOwner } from "../../db/now_playing.ts";
import type { Playback, PlaybackStateName } from "../contract/automatic.ts";
import type { Deps } from "../deps.ts";
import { nameOf } from "../team/member_name.ts";
import { sentenceOf } from "./conductor/state_sentence.ts";
import { toPlaying } from "./now_playing.ts";

type ReadDeps = Pick<Deps, "conductors" | "db" | "music" | "now" | "singleFlight">;

/** While the dashboard asks this, the conductor looks at the player more often. */
export async function readPlayback(deps: ReadDeps, ownerId: string): Promise<Playback> {
  const { conductors, db } = deps;
  conductors.watch(ownerId);
  const [row, { now: [shown], starter: [starter] }, { selfPlaying }] = await Promise.all([
    findConductor(db, ownerId),
    db.together({ now: nowOfOwner(ownerId), starter: starterOfOwner(ownerId) }),
    deps.music.sourceOf(ownerId),
  ]);
  const auto = row?.isOn ?? false;
  const known = auto && selfPlaying ? await selfPlaying.state(ownerId) : row;
  const state = auto ? known!.state as PlaybackStateName : "off";
  const volumePercent = auto && !selfPlaying ? row!.volumePercent : await askVolume(deps, ownerId);
  return {
    auto,
    state,
    sentence: sentenceOf({
      state,
      until: row?.stateUntil ?? null,
      sentence: auto ? known!.sentence : null,
    }),
    playing: toPlaying(shownPlay(shown), deps.now()),
    startedBy: starter ? nameOf(starter.sentBy, { ownerId, ...starter }) : null,
    canVolume: volumePercent !== null,
    volumePercent,
  };
}

/** Without a conductor that looks at the player, the player is asked here. Several open pages cause one call. */
async function askVolume(
  { music, singleFlight }: ReadDeps,
  ownerId: string,
): Promise<number | null> {
  try {
    return await singleFlight.run(`volume ${ownerId}`, async () => {
      const player = await (await music.sourceOf(ownerId)).openPlayer(ownerId);
      const seen = player.setVolume && await player.now?.({ mayWait: true });
      return seen?.device?.volumePercent ?? null;
    });
  } catch {
    // The panel says elsewhere what is wrong with the account.
    return null;
  }
}
