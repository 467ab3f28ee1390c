// Orders a sent song at its player, and finds out whether the player has it (docs/playback.md#play-next).
import type { SentPlay } from "../../db/plays.ts";
import { DomainError } from "../errors.ts";
import type { MusicProvider, OrderOptions, Player } from "../music/provider.ts";
import { showsEffect } from "./player_facts.ts";
import { lookFor, openPlayerOf, type PlayDeps } from "./settle.ts";

/** A player may show a song only a moment after it began, so one look does not prove that it did not begin. */
const MAX_LOOKS = 2;

/**
 * What became of an order. `refused`: the player has not begun the song, `because` of the song itself if so. `not_seen`:
 * it has not begun either, after an unknown outcome. `unanswered`: it may have begun, or may still begin.
 */
export type OrderOutcome =
  | { kind: "accepted" }
  | { kind: "refused"; error: DomainError; because?: "song" }
  | { kind: "not_seen" | "unanswered"; error: DomainError };

/** Orders the song. @throws what is not a DomainError, after which no order was given */
export async function orderSong(
  deps: PlayDeps,
  play: SentPlay,
  options: OrderOptions,
): Promise<OrderOutcome> {
  const opened = await openPlayerOf(deps, play).catch(refusal);
  if ("kind" in opened) return opened;
  const { provider, player } = opened;
  // Player.play throws only if it gave no order.
  const outcome = await player.play(play, options).catch(refusal);
  if (outcome.kind === "ok") return { kind: "accepted" };
  if (outcome.kind === "refused") return outcome;
  let seen: boolean;
  try {
    seen = await isSeen(deps, player, play, options.signal);
  } catch (cause) {
    return { kind: "unanswered", error: unanswered(provider, cause) };
  }
  if (seen) return { kind: "accepted" };
  // The song may still begin. The next look at the player settles it.
  if (outcome.mayFollow) return { kind: "unanswered", error: unanswered(provider) };
  return { kind: "not_seen", error: notPlayed(provider) };
}

function refusal(error: unknown): { kind: "refused"; error: DomainError } {
  if (error instanceof DomainError) return { kind: "refused", error };
  throw error;
}

async function isSeen(
  deps: PlayDeps,
  player: Player,
  play: SentPlay,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  return showsEffect(await lookFor(deps, player, play, MAX_LOOKS, signal), play, deps.now());
}

function notPlayed({ label }: MusicProvider): DomainError {
  const msg = `${label} şarkıyı çalmadı. Şarkı hâlâ sırada, lütfen tekrar deneyin.`;
  return new DomainError("music_unavailable", { msg });
}

function unanswered({ label }: MusicProvider, cause?: unknown): DomainError {
  const msg =
    `${label} yanıt vermedi. Şarkı çalmaya başlamadıysa birkaç saniye sonra tekrar deneyin.`;
  return new DomainError("music_unavailable", { msg }, { cause });
}
