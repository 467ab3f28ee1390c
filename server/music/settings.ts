// A cafe's settings of its music: the source, and the playlist for an empty queue (docs/music.md#settings).
import { type Fallback, findConductor, setFallback } from "../../db/conductors.ts";
import type { MusicSettings, MusicSettingsChange } from "../contract/music_settings.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { MusicProvider } from "./provider.ts";

type SettingsDeps = Pick<Deps, "conductors" | "db" | "hub" | "music">;

export async function readMusicSettings(
  { db, music }: SettingsDeps,
  ownerId: string,
): Promise<MusicSettings> {
  const [source, row, sources] = await Promise.all([
    music.sourceOf(ownerId),
    findConductor(db, ownerId),
    Promise.all(music.all.map((provider) => toSource(provider, ownerId))),
  ]);
  const fallback = row?.fallbackUri
    ? {
      kind: "playlist" as const,
      url: row.fallbackUrl ?? "",
      title: row.fallbackTitle ?? "",
      albumArt: row.fallbackArt ?? "",
    }
    : { kind: "none" as const };
  return { source: source.id, sources, fallback };
}

/** @throws DomainError `source_not_ready`, `playlist_not_found`, `music_*` */
export async function changeMusicSettings(
  deps: SettingsDeps,
  ownerId: string,
  { source, fallback }: MusicSettingsChange,
): Promise<MusicSettings> {
  const { conductors, db, hub, music } = deps;
  const provider = await music.sourceOf(ownerId);
  // Every cafe has the first provider as its source.
  if (source !== undefined && source !== provider.id) throw new DomainError("source_not_ready");
  if (fallback) {
    const read = fallback.kind === "none"
      ? NO_FALLBACK
      : await readList(provider, ownerId, fallback.url);
    hub.announce(ownerId, await setFallback(db, ownerId, read));
    await conductors.changed(ownerId);
  }
  return await readMusicSettings(deps, ownerId);
}

const NO_FALLBACK: Fallback = {
  fallbackUri: null,
  fallbackUrl: null,
  fallbackTitle: null,
  fallbackArt: null,
  fallbackLength: null,
};

async function readList(provider: MusicProvider, ownerId: string, link: string): Promise<Fallback> {
  const list = await provider.readPlaylist?.(ownerId, link) ?? null;
  if (!list) throw new DomainError("playlist_not_found");
  return {
    fallbackUri: list.uri,
    fallbackUrl: list.url,
    fallbackTitle: list.title,
    fallbackArt: list.albumArt,
    fallbackLength: list.length,
  };
}

async function toSource({ id, label, connecting }: MusicProvider, ownerId: string) {
  const status = await connecting?.status(ownerId);
  const ready = status?.connected ?? true;
  return { id, label, ready, reason: ready ? null : `${label} hesabı bağlı değil.` };
}
