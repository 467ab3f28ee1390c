// The providers of music that this server has. To add one: write its folder, and add one line to createProviders.
import type { ProviderParts } from "./parts.ts";
import type { MusicProvider } from "./provider.ts";
import { createSpotify } from "./spotify/provider.ts";

/** Constructs every provider. The first is the source of every cafe. */
export function createProviders(parts: ProviderParts): [MusicProvider, ...MusicProvider[]] {
  return [
    createSpotify(parts),
  ];
}
