// The switch 'Otomatik çal' (docs/conductor.md#by-hand).
import { setConductor } from "../../db/conductors.ts";
import type { Playback } from "../contract/automatic.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { canPlayBySelf } from "../music/readiness.ts";
import { readPlayback } from "./read_playback.ts";

const BY_HAND =
  "Bu müzik kaynağı buradan yönetilmediği için şarkılar kendiliğinden çalamaz. Şarkı başlayınca 'Çalıyor' düğmesine basın.";

/**
 * Turns playing by itself on or off. Turning it on ends what held the music back.
 * @throws DomainError `not_supported` if the player of the cafe's source cannot be followed
 */
export async function switchAuto(deps: Deps, ownerId: string, on: boolean): Promise<Playback> {
  if (on && !await canPlayBySelf(await deps.music.sourceOf(ownerId), ownerId)) {
    throw new DomainError("not_supported", { msg: BY_HAND });
  }
  deps.hub.announce(ownerId, await setConductor(deps.db, ownerId, on));
  if (on) await (await deps.music.sourceOf(ownerId)).selfPlaying?.release(ownerId);
  await deps.conductors.changed(ownerId);
  return await readPlayback(deps, ownerId);
}
