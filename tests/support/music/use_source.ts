// Chooses a cafe's source of music as PUT /api/music does, whether or not it is ready.
import type { Deps } from "../../../server/deps.ts";

export async function useSource(
  { music }: Pick<Deps, "music">,
  ownerId: string,
  source: string,
): Promise<void> {
  const provider = music.all.find(({ id }) => id === source);
  if (!provider) throw new Error(`There is no source ${source}`);
  await music.choose(ownerId, provider, { canPlayBySelf: true });
}
