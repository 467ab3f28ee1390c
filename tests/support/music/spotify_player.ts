// A connected owner's player as the Spotify provider opens it, over a music account that can fail.
import type { MusicProvider, Player } from "../../../server/music/provider.ts";
import type { TestClock } from "../time/clock.ts";
import type { FaultyPlayer } from "./faulty_player.ts";
import { type MusicEvening, musicEvening, type MusicEveningOptions } from "./music_evening.ts";

export interface SpotifyPlayer extends AsyncDisposable, Pick<MusicEvening, "account"> {
  ownerId: string;
  clock: TestClock;
  provider: Required<MusicProvider>;
  player: Required<Player>;
  /** The person's side of the same player. */
  person: FaultyPlayer;
  /** The calls of the Web API since the last time it was asked, as 'METHOD /path'. */
  asked(): string[];
}

/** No call has been made for as long as calls are counted. */
export async function spotifyPlayer(options: MusicEveningOptions = {}): Promise<SpotifyPlayer> {
  const evening = await musicEvening([], options);
  const { app: { clock, deps }, account, owner: { ownerId } } = evening;
  clock.pass(30_000);
  const provider = await deps.music.sourceOf(ownerId) as Required<MusicProvider>;
  return {
    ownerId,
    account,
    clock,
    provider,
    player: await provider.openPlayer(ownerId) as Required<Player>,
    person: account.player(),
    asked: () => account.calls.splice(0).map((call) => call.replace("/v1", "")),
    [Symbol.asyncDispose]: () => evening[Symbol.asyncDispose](),
  };
}
