// The providers that this server has, and which of them a song or a cafe belongs to.
import { LRUCache } from "lru-cache";
import type { Database } from "../../db/connection/client.ts";
import {
  type ChosenSource,
  findSource,
  type OwnFallback,
  setSource,
} from "../../db/music/sources.ts";
import type { FoundSong } from "../contract/music.ts";
import { DomainError } from "../errors.ts";
import type { MusicProvider, Searcher } from "./provider.ts";

export interface Music {
  all: readonly MusicProvider[];
  /** Their ids. The first is the source of a cafe that has chosen none. */
  ids: readonly string[];
  /** The ids of those that play songs of any source. */
  playingAny: readonly string[];
  /** The provider with this id, undefined if this version does not have it (any more). */
  byId(id: string): MusicProvider | undefined;
  /** The provider of the song with this uri, undefined if no provider has such a song. */
  owning(uri: string): MusicProvider | undefined;
  /** The provider that a cafe with this choice has as its source: `source` is its column. */
  chosenBy(source: string | null): MusicProvider;
  /** The provider that this cafe's guests search and whose player the cafe has. */
  sourceOf(ownerId: string): Promise<MusicProvider>;
  /** As `sourceOf`, undefined if the owner has no verified cafe. */
  searchedAt(ownerId: string): Promise<MusicProvider | undefined>;
  /**
   * Makes `provider` the cafe's source. Without `canPlayBySelf` the switch goes off; with `plays` it goes on, for these
   * songs. Returns the room's revision.
   */
  choose(
    ownerId: string,
    provider: MusicProvider,
    options: { canPlayBySelf: boolean; plays?: OwnFallback },
  ): Promise<number>;
  /** Remembers what a statement for something else has read along, which saves reading it. */
  learn(ownerId: string, chosen: ChosenSource): void;
}

/** What a search has found. `known`: the service has not answered, so these are songs that earlier searches have shown. */
export interface Found {
  songs: FoundSong[];
  known: boolean;
}

/**
 * Searches a provider's songs. `ownerId` is the cafe that is searched, if one is. A blank term finds nothing and makes
 * no call. @throws DomainError `music_*` if the service does not answer and no song is known
 */
export type Search = (
  provider: MusicProvider,
  term: string,
  ownerId?: string,
  searcher?: Searcher,
) => Promise<Found>;

/** How long a cafe's source is answered from memory: what another instance has changed is known that much later. */
const KNOWN_MS = 5_000;
const MAX_CAFES = 1_000;

interface Known {
  provider: MusicProvider;
  isOpen: boolean;
  at: number;
}

/** `all` has at least one provider; the first is the source of a cafe that has chosen none. */
export function createMusic(
  { db, now }: { db: Database; now: () => number },
  all: readonly [MusicProvider, ...MusicProvider[]],
): Music {
  const known = new LRUCache<string, Known>({ max: MAX_CAFES });
  const byId = (id: string | null) => all.find((provider) => provider.id === id);
  return {
    all,
    byId,
    ids: all.map(({ id }) => id),
    playingAny: all.filter(({ playsAny }) => playsAny).map(({ id }) => id),
    owning: (uri) => all.find((provider) => provider.ownsUri(uri)),
    chosenBy,
    sourceOf: async (ownerId) => (await find(ownerId)).provider,
    async searchedAt(ownerId) {
      const { provider, isOpen } = await find(ownerId);
      return isOpen ? provider : undefined;
    },
    async choose(ownerId, provider, options) {
      const playsAny = provider.playsAny ?? false;
      const revision = await setSource(db, ownerId, {
        ...{ source: provider.id, playsAny },
        ...options,
      });
      known.set(ownerId, { provider, isOpen: true, at: now() });
      return revision;
    },
    learn: (ownerId, chosen) => void remember(ownerId, chosen, now()),
  };

  function chosenBy(source: string | null): MusicProvider {
    // A source that this version does not have any more counts as none.
    return byId(source) ?? all[0];
  }

  async function find(ownerId: string): Promise<Known> {
    const kept = known.get(ownerId);
    if (kept && Math.abs(now() - kept.at) < KNOWN_MS) return kept;
    const at = now();
    return remember(ownerId, await findSource(db, ownerId), at);
  }

  function remember(ownerId: string, { source, isOpen }: ChosenSource, at: number): Known {
    const found = { provider: chosenBy(source), isOpen, at };
    known.set(ownerId, found);
    return found;
  }
}

// Whether a cafe can use a provider (docs/music.md#settings).

/** What is missing before the cafe can use the provider, in Turkish; null if nothing is. */
export async function reasonAgainst(
  provider: MusicProvider,
  ownerId: string,
): Promise<string | null> {
  const { connecting, label } = provider;
  if (provider.readiness) return await provider.readiness(ownerId);
  const status = await connecting?.status(ownerId);
  return status?.connected ?? true ? null : `${label} hesabı bağlı değil.`;
}

/** Whether songs can play by themselves: the player does it alone, or it can be looked at while they play. */
export async function canPlayBySelf(provider: MusicProvider, ownerId: string): Promise<boolean> {
  if (provider.selfPlaying) return true;
  try {
    return (await provider.openPlayer(ownerId)).now !== undefined;
  } catch (error) {
    // Without its account the player cannot be opened yet. The switch then waits for the account.
    if (error instanceof DomainError) return true;
    throw error;
  }
}
