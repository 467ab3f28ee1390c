// Whether the cafe's music account is connected, why not, and until when.
import { findGrant, type MusicGrant } from "../../../db/music_grants.ts";
import type { AuthStatus } from "../../contract/music.ts";
import type { Deps } from "../../deps.ts";
import { consentEndsAt, isConsentAging } from "./consent.ts";

export async function readConnectionStatus(
  { config, db, now }: Pick<Deps, "config" | "db" | "now">,
  ownerId: string,
): Promise<AuthStatus> {
  const grant = await findGrant(db, ownerId);
  const place = { demo: config.spotify.demo, connectAt: config.appOrigin };
  if (!grant || !isAlive(grant, now())) {
    return {
      isSpotifyConnected: false,
      reason: grant ? "consent_ended" : "never_connected",
      connectedUntil: null,
      reconnectSoon: false,
      ...place,
    };
  }
  return {
    isSpotifyConnected: true,
    reason: null,
    connectedUntil: new Date(consentEndsAt(grant.consentedAt)).toISOString(),
    reconnectSoon: isConsentAging(grant.consentedAt, now()),
    ...place,
  };
}

/** Whether the grant can still be used, as far as is known here. */
export function isAlive(grant: MusicGrant, nowMs: number): boolean {
  return grant.endedAt === null && nowMs < consentEndsAt(grant.consentedAt);
}
