// The providers at hand, and which of them a song or a cafe belongs to.
import type { SearchResult } from "../contract/music.ts";
import type { MusicProvider } from "./provider.ts";

export interface Music {
  /** Every provider. */
  all: readonly MusicProvider[];
  /** The provider of the song with this uri, undefined if it is no song of any. */
  owning(uri: string): MusicProvider | undefined;
  /** The provider whose songs this cafe's guests search and whose player it has. */
  sourceOf(ownerId: string): MusicProvider;
}

/** Searches a provider's catalogue. A blank term finds nothing, without a call. @throws DomainError `music_*` */
export type Search = (provider: MusicProvider, term: string) => Promise<SearchResult[]>;

/** `all` has at least one provider; the first is every cafe's source. */
export function createMusic(all: readonly [MusicProvider, ...MusicProvider[]]): Music {
  return {
    all,
    owning: (uri) => all.find((provider) => provider.ownsUri(uri)),
    sourceOf: () => all[0],
  };
}
