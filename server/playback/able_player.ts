// A cafe's player, if it can do what a person wants from it.
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Player } from "../music/provider.ts";
import { isOver } from "./player_facts.ts";

type Ability = "pause" | "resume" | "setVolume";

/** @throws DomainError `not_supported`, `music_not_connected` */
export async function openAblePlayer<A extends Ability>(
  { music }: Pick<Deps, "music">,
  ownerId: string,
  ability: A,
): Promise<Player & Required<Pick<Player, A>>> {
  const player = await (await music.sourceOf(ownerId)).openPlayer(ownerId);
  if (!player[ability]) throw new DomainError("not_supported");
  return player as Player & Required<Pick<Player, A>>;
}

/** Whether there is nothing that plays or could go on. @throws DomainError `music_*` */
export async function isSilent(player: Player): Promise<boolean> {
  const seen = await player.now?.() ?? null;
  return seen === null || isOver(seen);
}
