// Connecting a cafe's Spotify account (docs/music.md#connecting).
import { deleteGrant, findGrant } from "../../../db/music_grants.ts";
import { overdueBefore } from "../../playback/play.ts";
import type { Connecting } from "../connecting.ts";
import { consentEndsAt, isAlive, isConsentAging } from "./consent.ts";
import { finishConnecting } from "./finish_connecting.ts";
import type { SpotifyParts } from "./spotify_parts.ts";
import { startConnecting } from "./start_connecting.ts";

export function createConnecting(parts: SpotifyParts): Connecting {
  const { db, now } = parts;
  return {
    async status(ownerId) {
      const grant = await findGrant(db, ownerId);
      if (!grant) return { connected: false, reason: "never_connected" };
      if (!isAlive(grant, now())) return { connected: false, reason: "consent_ended" };
      return {
        connected: true,
        until: consentEndsAt(grant.consentedAt),
        endsSoon: isConsentAging(grant.consentedAt, now()),
      };
    },
    start: (ownerId, browser) => startConnecting(parts, ownerId, browser),
    finish: (parameters, browser) => finishConnecting(parts, parameters, browser),
    async disconnect(ownerId) {
      const nowMs = now();
      await deleteGrant(db, ownerId, { nowMs, sentBefore: overdueBefore(nowMs) });
    },
  };
}
