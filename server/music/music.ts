// The providers that this server has, and which of them a song or a cafe belongs to.
import { LRUCache } from "lru-cache";
import { findSource, setSource } from "../../db/sources.ts";
import type { Database } from "../../db/client.ts";
import type { SearchResult } from "../contract/music.ts";
import type { MusicProvider } from "./provider.ts";

export interface Music {
  /** Every provider. */
  all: readonly MusicProvider[];
  /** The provider of the song with this uri, undefined if no provider has such a song. */
  owning(uri: string): MusicProvider | undefined;
  /** The provider that this cafe's guests search and whose player the cafe has. */
  sourceOf(ownerId: string): Promise<MusicProvider>;
  /** Makes `provider` the cafe's source. Returns the room's revision. */
  choose(ownerId: string, provider: MusicProvider): Promise<number>;
}

/** Searches a provider's catalogue. A blank term finds nothing and makes no call. @throws DomainError `music_*` */
export type Search = (provider: MusicProvider, term: string) => Promise<SearchResult[]>;

/** How long a cafe's source is answered from memory: what another instance has changed is known that much later. */
const KNOWN_MS = 5_000;
const MAX_CAFES = 1_000;

/** `all` has at least one provider; the first is the source of a cafe that has chosen none. */
export function createMusic(
  { db, now }: { db: Database; now: () => number },
  all: readonly [MusicProvider, ...MusicProvider[]],
): Music {
  const known = new LRUCache<string, { provider: MusicProvider; at: number }>({ max: MAX_CAFES });
  return {
    all,
    owning: (uri) => all.find((provider) => provider.ownsUri(uri)),
    async sourceOf(ownerId) {
      const kept = known.get(ownerId);
      if (kept && Math.abs(now() - kept.at) < KNOWN_MS) return kept.provider;
      const at = now();
      const chosen = await findSource(db, ownerId);
      // A source that this version does not have any more counts as none.
      const provider = all.find(({ id }) => id === chosen) ?? all[0];
      known.set(ownerId, { provider, at });
      return provider;
    },
    async choose(ownerId, provider) {
      const revision = await setSource(db, ownerId, provider.id);
      known.set(ownerId, { provider, at: now() });
      return revision;
    },
  };
}
