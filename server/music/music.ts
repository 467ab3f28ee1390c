// The providers that this server has, and which of them a song or a cafe belongs to.
import type { SearchResult } from "../contract/music.ts";
import type { MusicProvider } from "./provider.ts";

export interface Music {
  /** Every provider. */
  all: readonly MusicProvider[];
  /** The provider of the song with this uri, undefined if no provider has such a song. */
  owning(uri: string): MusicProvider | undefined;
  /** The provider that this cafe's guests search and whose player the cafe has. */
  sourceOf(ownerId: string): MusicProvider;
}

/** Searches a provider's catalogue. A blank term finds nothing and makes no call. @throws DomainError `music_*` */
export type Search = (provider: MusicProvider, term: string) => Promise<SearchResult[]>;

/** `all` has at least one provider; the first is every cafe's source. */
export function createMusic(all: readonly [MusicProvider, ...MusicProvider[]]): Music {
  return {
    all,
    owning: (uri) => all.find((provider) => provider.ownsUri(uri)),
    sourceOf: () => all[0],
  };
}
