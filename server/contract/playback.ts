// The music account on the wire: search, connection, player.
import { z } from "zod";

/** The longest search term (contract: GET /api/spotify/search). */
export const TERM_MAX = 200;

export const SearchResult = z.object({
  id: z.string(),
  title: z.string(),
  artist: z.string(),
  albumArt: z.string(),
  uri: z.string(),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchResults = z.array(SearchResult);

export const SearchQuery = z.object({ term: z.string().max(TERM_MAX).default("") });

/** Why no music account is at hand: never connected, or the consent is over (revoked, or six months old). */
export const DisconnectReason = z.enum(["never_connected", "consent_ended"]);
export type DisconnectReason = z.infer<typeof DisconnectReason>;

export const AuthStatus = z.object({
  isSpotifyConnected: z.boolean(),
  /** Null while connected. */
  reason: DisconnectReason.nullable(),
  /** When the consent ends, six months after it was given; null where there is none. */
  connectedUntil: z.iso.datetime().nullable(),
  /** True from day 150 of a consent on: reconnecting now avoids silence later. */
  reconnectSoon: z.boolean(),
  /** True where the built-in demo music account stands in for the real service. */
  demo: z.boolean(),
  /** The one origin at which an account can be connected (contract: APP_ORIGIN). */
  connectAt: z.string(),
});
export type AuthStatus = z.infer<typeof AuthStatus>;

/**
 * How a try to connect ended: the value of `?spotify=` in the panel's address that the browser is led back
 * to. `connected` it is; `refused` at the music service; `forged`, begun in another browser; `expired`, too old
 * or used before; `failed`, the service did not go along; `login_required`, no valid login (at /panel/login).
 */
export const ConnectOutcome = z.enum([
  "connected",
  "refused",
  "forged",
  "expired",
  "failed",
  "login_required",
]);
export type ConnectOutcome = z.infer<typeof ConnectOutcome>;

export const TicketAnswer = z.object({ ticket: z.string() });
export type TicketAnswer = z.infer<typeof TicketAnswer>;

export const Device = z.object({
  id: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  isRestricted: z.boolean(),
  isChosen: z.boolean(),
});
export type Device = z.infer<typeof Device>;

export const PlayerState = z.object({
  isPlaying: z.boolean(),
  track: SearchResult.nullable(),
  progressMs: z.number().int(),
  durationMs: z.number().int(),
  /** The name of the device that plays, null where none does. */
  device: z.string().nullable(),
  devices: z.array(Device),
});
export type PlayerState = z.infer<typeof PlayerState>;

export const DeviceChoice = z.object({ deviceId: z.string().min(1).max(200) });
export type DeviceChoice = z.infer<typeof DeviceChoice>;
