// Orders a sent song at its player, and finds out whether the player has it (docs/playback.md#play-next).
import type { SentPlay } from "../../db/plays/plays.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { MusicProvider, NowPlaying, OrderOptions, Player } from "../music/provider.ts";
import { showsEffect } from "./play.ts";

type OrderDeps = Pick<Deps, "music" | "now" | "timer">;

/** How long the calls to the player may take that one press, order or change of the source makes, all together. */
export const NETWORK_TIMEOUT_MS = 8_000;
/** Time between two looks at the player: the song may still begin, or the player may show it late. */
export const LOOK_INTERVAL_MS = 1_000;
/** A player may show a song only a moment after it began, so one look does not prove that it did not begin. */
const LOOKS_AFTER_ORDER = 2;

const NO_PROVIDER =
  "Bu şarkının geldiği müzik kaynağı artık kullanılmıyor. Şarkıyı sıradan çıkarıp tekrar deneyin.";

/**
 * What became of an order. `told`: the page will begin the song and report it. `refused`: the player has not begun the
 * song. `not_seen`: it has not begun either, after an unknown outcome. `unanswered`: it may have begun, or may still begin.
 */
export type OrderOutcome =
  | { kind: "accepted"; player: Player }
  | { kind: "told" }
  | { kind: "refused"; error: DomainError; because?: "song" }
  | { kind: "not_seen" | "unanswered"; error: DomainError };

/** @throws what is not a DomainError, after which no order was given */
export async function giveOrder(
  deps: OrderDeps,
  play: SentPlay,
  { signal, deviceId }: OrderOptions,
): Promise<OrderOutcome> {
  const opened = await openPlayerOf(deps, play).catch(refusal);
  if ("kind" in opened) return opened;
  const { provider, player } = opened;
  // Player.play throws only if it gave no order.
  const outcome = await player.play(play, { signal, deviceId }).catch(refusal);
  if (outcome.kind === "ok") return { kind: "accepted", player };
  if (outcome.kind === "told") return { kind: "told" };
  if (outcome.kind === "refused") return outcome;
  let seen: NowPlaying | null;
  try {
    seen = await lookFor(deps, player, play, LOOKS_AFTER_ORDER, signal);
  } catch (cause) {
    return { kind: "unanswered", error: unanswered(provider, cause) };
  }
  if (showsEffect(seen, play, deps.now())) return { kind: "accepted", player };
  // The song may still begin. What is seen next settles it.
  if (outcome.mayFollow) return { kind: "unanswered", error: unanswered(provider) };
  return { kind: "not_seen", error: notPlayed(provider) };
}

function refusal(error: unknown): { kind: "refused"; error: DomainError } {
  if (error instanceof DomainError) return { kind: "refused", error };
  throw error;
}

/**
 * Looks at the player until it shows the song, at most `looks` times. Returns what it saw last, null if the player has no
 * `now`. A look that fails is tried again, if one is left. @throws DomainError `music_*` if the last look fails
 */
export async function lookFor(
  deps: Pick<OrderDeps, "now" | "timer">,
  player: Player,
  play: SentPlay,
  looks: number,
  signal?: AbortSignal,
): Promise<NowPlaying | null> {
  if (!player.now) return null;
  for (let left = looks - 1;; left--) {
    try {
      const seen = await player.now({ signal });
      if (left <= 0 || showsEffect(seen, play, deps.now())) return seen;
    } catch (error) {
      if (left <= 0 || signal?.aborted) throw error;
    }
    // If the signal aborts, the next look fails with the reason.
    await deps.timer.pause(LOOK_INTERVAL_MS, signal);
  }
}

/** The provider that a play is of; undefined if this version does not have it any more, or if that does not have the song. */
export function providerOf(
  { music }: Pick<OrderDeps, "music">,
  { source, uri }: Pick<SentPlay, "source" | "uri">,
): MusicProvider | undefined {
  const provider = music.byId(source);
  return provider?.playsAny || provider?.ownsUri(uri) ? provider : undefined;
}

/**
 * Returns the provider that the cafe had as its source when the song was sent, and the owner's player there.
 * @throws DomainError `music_unavailable` without it, `music_not_connected`
 */
export async function openPlayerOf(
  deps: Pick<OrderDeps, "music">,
  play: SentPlay,
): Promise<{ provider: MusicProvider; player: Player }> {
  const provider = providerOf(deps, play);
  if (!provider) throw new DomainError("music_unavailable", { msg: NO_PROVIDER });
  return { provider, player: await provider.openPlayer(play.ownerId) };
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
