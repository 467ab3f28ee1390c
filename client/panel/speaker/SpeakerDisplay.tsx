// The player while it is on: a display that can be read from the other side of the bar, and what a hand can do.
import { useRef } from "react";
import { useStore } from "../../lib/store.ts";
import { usePlayback } from "../player/use_playback.ts";
import { usePanel } from "../services.ts";
import { FullScreenButton } from "./FullScreenButton.tsx";
import { OnSpeaker } from "./OnSpeaker.tsx";
import type { OpenSpeaker } from "./open_speaker.ts";
import { SpeakerHands } from "./SpeakerHands.tsx";
import { SpeakerOptions } from "./SpeakerOptions.tsx";
import { SpeakerStatus } from "./SpeakerStatus.tsx";
import { asPlayed } from "./as_played.ts";

export function SpeakerDisplay({ speaker }: { speaker: OpenSpeaker }) {
  const { facts } = useStore(usePanel().liveCafe);
  const { state, isReached } = useStore(speaker);
  const recording = usePlayback(facts);
  const whole = useRef<HTMLElement>(null);
  const recorded = recording.playback?.playing;
  // What was recorded may be the song before.
  const byGuest = recorded?.title === state.playing?.title ? recorded?.byGuest : undefined;
  const reading = asPlayed(recording, state, byGuest);
  return (
    <section className="speaker" aria-label="Şimdi çalıyor" ref={whole}>
      <OnSpeaker state={state} byGuest={byGuest} />
      <SpeakerStatus state={state} isReached={isReached} reading={reading} />
      <SpeakerHands isPaused={state.isPaused} reading={reading} />
      <div className="speaker-foot">
        <SpeakerOptions settings={speaker.settings} />
        <FullScreenButton element={whole} />
      </div>
    </section>
  );
}
