// A listener's player at the demo account, as a client of the API meets it, without sockets.
import type { PLAYLISTS } from "../../../server/music/demo/catalogue.ts";
import type { DemoAccountOptions } from "../../../server/music/demo/players.ts";
import type { Player } from "../../../server/music/demo/player/player.ts";
import { createDemoListener, type DemoListener } from "./demo_listener.ts";

type Playlist = typeof PLAYLISTS[number];

/** What the tests read of `GET /me/player`. */
export interface ShownPlayer {
  is_playing: boolean;
  progress_ms: number | null;
  timestamp: number;
  item: {
    uri: string;
    name: string;
    duration_ms: number;
    type: string;
    linked_from?: { uri: string };
  } | null;
  context: { uri: string } | null;
  device: { id: string; is_active: boolean; volume_percent: number };
  repeat_state: string;
  shuffle_state: boolean;
  currently_playing_type: string;
}

export interface DemoPlayer extends Pick<DemoListener, "clock"> {
  /** The person's side: a command here is given in the service's own app. */
  player: Player;
  /** Calls /v1. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
  /** Calls a command below /v1/me/player, and returns the status. */
  command(method: "PUT" | "POST", path: string, body?: unknown): Promise<number>;
  /** `GET /me/player`, null for 204. */
  look(query?: string): Promise<ShownPlayer | null>;
}

/** A new listener who has connected. */
export async function demoPlayer(options: Partial<DemoAccountOptions> = {}): Promise<DemoPlayer> {
  const demo = createDemoListener(options);
  const { access, listener } = await demo.connect();
  const call: DemoPlayer["call"] = (...args) => demo.call(access, ...args);
  return {
    clock: demo.clock,
    player: demo.players.of(listener),
    call,
    async command(method, path, body) {
      const response = await call(method, `/me/player${path}`, body);
      await response.body?.cancel();
      return response.status;
    },
    async look(query = "") {
      const response = await call("GET", `/me/player${query}`);
      return response.status === 204 ? null : await response.json();
    },
  };
}

/** The order to play a playlist. */
export function orderOf({ uri }: Playlist, position?: number) {
  return { context_uri: uri, ...(position !== undefined && { offset: { position } }) };
}
