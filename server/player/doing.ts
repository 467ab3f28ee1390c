// What the player does, for the panel, and what a person tells it (docs/player.md#states).
import { MAX_FAILURES } from "../../db/player_failures.ts";
import { type PlayerCommand, tellPlayer } from "../../db/player_commands.ts";
import { readPlayerState } from "../../db/player_state.ts";
import type { PlaybackStateName } from "../contract/automatic.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { LIBRARY_SOURCE } from "../library/song_uri.ts";

type DoingDeps = Pick<Deps, "db" | "hub" | "now">;

const CLOSED =
  "Oynatıcı açık değil. Hoparlörlere bağlı bilgisayarda Oynatıcı ekranını açıp başlatın.";
const STOPPED =
  "Art arda üç şarkı çalınamadı ve sıraya geri kondu. Hoparlörü ve dosyaları kontrol edip 'Devam'a basın.";

/** The player's row and its active play, and whether a tab holds its lease now. */
export async function readPlayerNow({ db, now }: Pick<Deps, "db" | "now">, ownerId: string) {
  const at = now();
  const { state, active } = await readPlayerState(db, { ownerId, source: LIBRARY_SOURCE, at });
  return { state, active, isOpen: (state?.heldUntil ?? 0) > at };
}

/** What the player does while the cafe's switch is on; `sentence` is null if the state's own says enough. */
export async function doingOf(
  deps: DoingDeps,
  ownerId: string,
): Promise<{ state: PlaybackStateName; sentence: string | null }> {
  const { state, active, isOpen } = await readPlayerNow(deps, ownerId);
  if ((state?.failures ?? 0) >= MAX_FAILURES) return { state: "stopped", sentence: STOPPED };
  if (!isOpen) return { state: "no_device", sentence: CLOSED };
  if (state?.isPaused) return { state: "paused", sentence: null };
  if (active) return { state: active.requestId ? "request" : "fallback", sentence: null };
  return { state: "idle", sentence: null };
}

/** @throws DomainError `player_closed` if no tab holds the player's lease */
export async function requireOpen(
  deps: Pick<Deps, "db" | "now">,
  ownerId: string,
): Promise<void> {
  if (!(await readPlayerNow(deps, ownerId)).isOpen) throw new DomainError("player_closed");
}

/** Records a person's command, and tells the room, which the player listens to. */
export async function command(
  { db, hub }: Pick<Deps, "db" | "hub">,
  ownerId: string,
  told: PlayerCommand,
): Promise<void> {
  const revision = await tellPlayer(db, ownerId, told);
  if (revision !== undefined) hub.announce(ownerId, revision);
}
