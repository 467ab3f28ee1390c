// The music accounts of the cafes whose songs play by themselves: the demo account without a socket, and what it is told.
import { createDemoAccount } from "../../../server/music/demo/account.ts";
import { PLAYLISTS, SONGS } from "../../../server/music/demo/catalogue.ts";
import { demoFetch } from "../../../server/music/spotify/calls.ts";
import { createSpotify } from "../../../server/music/spotify/provider.ts";
import type { ProviderParts } from "../../../server/music/provider.ts";
import type { FaultyPlayer } from "../../support/music/faulty_player.ts";
import { createTestPlayers } from "../../support/music/test_players.ts";

/** How long each song is: short, since each look at the player takes time. */
export const SONG_MS = 60_000;

/** What guests ask for, and the playlist that has other songs. */
export const ACCOUNT_SONGS = SONGS.slice(0, 5);
export const PLAYLIST = PLAYLISTS.find(({ songs }) =>
  !ACCOUNT_SONGS.some((song) => songs.includes(song))
)!;

export interface MusicAccount {
  /** The songs that began since they were last taken out, with their time (epoch ms). */
  starts: { uri: string; at: number }[];
  /** The single songs that were ordered since they were last taken out. */
  orders: string[];
  /** The player of the cafe that has just connected: what its people see. */
  nextPlayer(): FaultyPlayer;
  /** The parts of the server that speak with it. */
  demoAccount: ReturnType<typeof createDemoAccount>;
  provider: ReturnType<typeof createSpotify>;
}

/** Makes the accounts. Every song has the same length. */
export function musicAccount(parts: ProviderParts): MusicAccount {
  const { config: { spotify, jwtSecret }, now } = parts;
  const starts: MusicAccount["starts"] = [];
  const orders: MusicAccount["orders"] = [];
  const { players, player } = createTestPlayers({
    now,
    songLength: { ms: SONG_MS },
    onStart: ({ uri }, at) => void starts.push({ uri, at }),
  });
  const demoAccount = createDemoAccount({
    now,
    secret: jwtSecret,
    publicUrl: spotify.accountsUrl,
    client: { id: spotify.clientId, secret: spotify.clientSecret },
    players,
  });
  const network = demoFetch(demoAccount, spotify.accountsUrl);
  let readings = 0;
  let connected = 0;
  const provider = createSpotify({
    ...parts,
    // Each call comes a second later, so that none waits for a place (tests/playback/automatic/budget_test.ts).
    now: () => now() + 1_000 * readings++,
  }, {
    random: () => 0.5,
    fetch(url, init) {
      const order = typeof init.body === "string" && /\/me\/player\/play\b/.test(url);
      if (order) orders.push(...JSON.parse(init.body as string).uris ?? []);
      return network(url, init);
    },
  });
  const nextPlayer = () => player(connected++);
  return { starts, orders, nextPlayer, demoAccount, provider };
}
