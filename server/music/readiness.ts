// Whether a cafe can use a provider (docs/music.md#settings).
import { DomainError } from "../errors.ts";
import type { MusicProvider } from "./provider.ts";

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
