// What the player does, for the panel, and what a person tells it (docs/speaker.md#states).
import { MAX_FAILURES } from "../contract/limits.ts";
import { type PlayerCommand, readPlayerState, tellPlayer } from "../../db/speaker.ts";
import { findActive } from "../../db/plays.ts";
import type { PlaybackStateName } from "../contract/playback.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { LIBRARY_SOURCE } from "../library/song_uri.ts";
import { happen } from "../playback/life.ts";

type DoingDeps = Pick<Deps, "db" | "hub" | "now">;

const CLOSED =
  "Oynatıcı açık değil. Hoparlörlere bağlı bilgisayarda Oynatıcı ekranını açıp başlatın.";
/** The page is open and makes no sound: the browser wants a press first. */
const SILENT =
  "Oynatıcı açık ama ses çıkmıyor. Hoparlörlere bağlı bilgisayarda Oynatıcı ekranındaki 'Müziği başlat' düğmesine basın.";
/** The page has not reported its song in time: it is gone, or has no network. */
const AWAY =
  "Oynatıcıdan haber alınamıyor. Hoparlörlere bağlı bilgisayarın açık ve internete bağlı olduğunu kontrol edin.";
const SOON = "Sıradaki şarkı oynatıcıya gönderildi, birazdan başlar.";
const STOPPED =
  "Art arda üç şarkı çalınamadı; hiç başlamayanlar sıraya geri kondu. Hoparlörü ve dosyaları kontrol edip 'Devam'a basın.";

/** The player's row and its active play, and whether a tab holds its lease now. */
export async function readPlayerNow({ db, now }: Pick<Deps, "db" | "now">, ownerId: string) {
  const at = now();
  const { state, active, request } = await readPlayerState(db, {
    ...{ ownerId, source: LIBRARY_SOURCE, at },
  });
  return { state, active, request, isOpen: (state?.heldUntil ?? 0) > at };
}

/** What the player does while the cafe's switch is on; `sentence` is null if the state's own says enough. */
export async function doingOf(
  deps: DoingDeps,
  ownerId: string,
): Promise<{ state: PlaybackStateName; sentence: string | null }> {
  const { state, active, request, isOpen } = await readPlayerNow(deps, ownerId);
  if ((state?.failures ?? 0) >= MAX_FAILURES) return { state: "stopped", sentence: STOPPED };
  if (!isOpen) return { state: "no_device", sentence: CLOSED };
  if (state?.isPaused) return { state: "paused", sentence: null };
  const waits = active !== undefined || request !== undefined || state?.hasFallback === 1;
  if (state?.heardAt == null && waits) return { state: "no_device", sentence: SILENT };
  if (active?.state === "playing" && active.stands) return { state: "no_device", sentence: AWAY };
  if (active?.state === "playing") {
    return { state: active.requestId ? "request" : "fallback", sentence: null };
  }
  // What waits begins as soon as the page has read its orders.
  return { state: "idle", sentence: active || request ? SOON : null };
}

/** Whether a tab holds the player's lease now. */
export async function isOpen(
  deps: Pick<Deps, "db" | "now">,
  ownerId: string,
): Promise<boolean> {
  return (await readPlayerNow(deps, ownerId)).isOpen;
}

/** @throws DomainError `player_closed` if no tab holds the player's lease */
export async function requireOpen(
  deps: Pick<Deps, "db" | "now">,
  ownerId: string,
): Promise<void> {
  if (!await isOpen(deps, ownerId)) throw new DomainError("player_closed");
}

/** Records a person's command, and tells the room, which the player listens to. */
export async function command(
  deps: DoingDeps,
  ownerId: string,
  told: PlayerCommand,
): Promise<void> {
  const { db, hub } = deps;
  const { state: before } = await readPlayerNow(deps, ownerId);
  const revision = await tellPlayer(db, ownerId, told);
  if (revision !== undefined) hub.announce(ownerId, revision);
  const endsPause = told === "release" || "isPaused" in told && !told.isPaused;
  if (before?.isPaused && endsPause) await goOn(deps, ownerId);
}

/** The song that a person had paused goes on, unless its page is silent for another reason. */
async function goOn(deps: DoingDeps, ownerId: string): Promise<void> {
  const { state, isOpen } = await readPlayerNow(deps, ownerId);
  if (!isOpen || state?.heardAt == null) return;
  const active = await findActive(deps.db, ownerId);
  if (active?.source === LIBRARY_SOURCE) await happen(deps, active, "resumed");
}
