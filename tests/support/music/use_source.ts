// Chooses a cafe's source of music as PUT /api/music does, whether or not it is ready.
import { join } from "node:path";
import type { Deps } from "../../../server/deps.ts";

/** For the cafe's own files there is a folder then, which is this cafe's if it was free. */
export async function useSource(
  { config, music }: Pick<Deps, "config" | "music">,
  ownerId: string,
  source: string,
): Promise<void> {
  const provider = music.all.find(({ id }) => id === source);
  if (!provider) throw new Error(`There is no source ${source}`);
  if (provider.take) {
    await Deno.mkdir(config.musicDir ?? join(config.dataDir, "music"), { recursive: true });
    if (await provider.readiness?.(ownerId) === null) await provider.take(ownerId);
  }
  await music.choose(ownerId, provider, { canPlayBySelf: true });
}
