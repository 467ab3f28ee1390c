// Everything that a hand can do to the music, as in the player bar, which this page does not show.
import { useStore } from "../../lib/store.ts";
import { AutoSwitch } from "../player/AutoSwitch.tsx";
import { PauseButton } from "../player/PauseButton.tsx";
import { PlaybackState } from "../player/PlaybackState.tsx";
import { PlayNextButtons } from "../player/PlayNextButtons.tsx";
import type { PlaybackReading } from "../player/use_playback.ts";
import { Volume } from "../player/Volume.tsx";
import { useCafeLists } from "../live/use_cafe_lists.ts";
import { usePanel } from "../services.ts";
import { useSpeakerKeys } from "./use_speaker_keys.ts";

export interface SpeakerHandsProps {
  isPaused: boolean;
  reading: PlaybackReading;
}

export function SpeakerHands({ isPaused, reading }: SpeakerHandsProps) {
  const { facts } = useStore(usePanel().liveCafe);
  const { queue } = useCafeLists();
  const { playback, isStale } = reading;
  // A song that has just been started is in the queue until its play has begun.
  const next = queue.find(({ _id }) => _id !== playback?.playing?.requestId);
  useSpeakerKeys({ isPaused, next, reading });
  return (
    <div className="speaker-bar">
      <div className="player" role="group" aria-label="Oynatıcı düğmeleri">
        <div className="speaker-row">
          <div className="player-hands">
            <PauseButton connected reading={reading} />
            <PlayNextButtons connected next={next} reading={reading} />
          </div>
          <Volume playback={playback} />
        </div>
        <div className="speaker-row">
          <AutoSwitch reading={reading} />
          <PlaybackState playback={isStale ? undefined : playback} source={facts?.cafe.source} />
        </div>
      </div>
    </div>
  );
}
