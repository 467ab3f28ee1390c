// The list of music providers. To add a provider, write its folder and add one line to createProviders.
import { createManual } from "./manual/provider.ts";
import type { MusicProvider, ProviderParts } from "./provider.ts";
import { createLibraryProvider } from "./library/provider.ts";
import { createSpotify } from "./spotify/provider.ts";

/** Constructs every provider. The first is the source of a cafe that has chosen none (music.ts). */
export function createProviders(parts: ProviderParts): [MusicProvider, ...MusicProvider[]] {
  return [
    createSpotify(parts),
    createLibraryProvider(parts),
    createManual(parts),
  ];
}
