// The player bar, on every screen of the owner: what plays, what comes next, and everything that a hand can do to it.
import { useStore } from "../../lib/store.ts";
import { useCafeLists } from "../live/use_cafe_lists.ts";
import { usePanel } from "../services.ts";
import { hasPlayer } from "../source_traits.ts";
import { AccountLink } from "./AccountLink.tsx";
import { AutoSwitch } from "./AutoSwitch.tsx";
import { canPlay } from "./can_play.ts";
import { MarkPlayingButton } from "./MarkPlayingButton.tsx";
import { NowPlaying } from "./NowPlaying.tsx";
import { PauseButton } from "./PauseButton.tsx";
import { PlaybackState } from "./PlaybackState.tsx";
import { PlayNextButtons } from "./PlayNextButtons.tsx";
import { SongProgress, SongTimes } from "./SongProgress.tsx";
import { usePlayback } from "./use_playback.ts";
import { Volume } from "./Volume.tsx";

export function PlayerBar() {
  const { facts } = useStore(usePanel().liveCafe);
  const { queue } = useCafeLists();
  const connected = canPlay(facts);
  const reading = usePlayback(facts);
  const { playback, isStale, observation } = reading;
  // A song that has just been started is in the queue until its play has begun.
  const next = queue.find(({ _id }) => _id !== playback?.playing?.requestId);
  const song = connected ? observation?.song : undefined;
  const byHand = facts && !hasPlayer(facts.cafe.source);
  return (
    <section className="player" aria-label="Şimdi çalıyor">
      {song && <SongProgress song={song} />}
      <div className="player-rows">
        <div className="player-row">
          <NowPlaying facts={facts} reading={reading} />
          {song && <SongTimes song={song} />}
          <p className="player-next" id="player-next">
            {next
              ? (
                <>
                  <span className="player-next-label">Sıradaki:</span> {next.songTitle}
                </>
              )
              : facts && "Sırada şarkı yok."}
          </p>
          <div className="player-hands">
            {byHand ? <MarkPlayingButton next={next} reading={reading} /> : (
              <>
                <PauseButton connected={connected} reading={reading} />
                <PlayNextButtons connected={connected} next={next} reading={reading} />
              </>
            )}
          </div>
          <AccountLink facts={facts} devices={observation?.devices} />
        </div>
        <div className="player-row-automatic">
          {byHand
            ? (
              <p className="player-state">
                Şarkıyı kendi sisteminizde başlatınca 'Çalıyor'a basın.
              </p>
            )
            : (
              <>
                <AutoSwitch reading={reading} />
                <PlaybackState
                  playback={isStale ? undefined : playback}
                  source={facts?.cafe.source}
                />
                <Volume playback={playback} />
              </>
            )}
        </div>
      </div>
    </section>
  );
}
