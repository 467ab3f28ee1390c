// The alarm of the bar: the music has stopped, and no person wanted that (docs/playback.md#alarm).
import { useEffect, useState } from "react";
import type { PlaybackStateName } from "../../../server/contract/playback.ts";
import { usePanel } from "../services.ts";
import type { Observation } from "./use_playback.ts";

/** So long a silence may last that nobody planned: a song that follows takes a few seconds. */
const SILENT_MS = 10_000;
/** The sound is repeated so often. */
const REPEAT_MS = 10_000;

/** Silences that a person has made, or that the panel cannot know of. */
const PLANNED: readonly PlaybackStateName[] = ["off", "idle", "paused", "human", "blocked"];

/** Whether the music should play, and is not heard. */
function isUnplanned({ song, playback: { auto, state } }: Observation): boolean {
  return auto && !PLANNED.includes(state) && !song?.isPlaying;
}

/**
 * On once music that this page has seen playing is silent for ten seconds against the switch. `silence` ends the sound and the
 * alarm until the music has played again.
 */
export function useAlarm(observation: Observation | undefined) {
  const { chime } = usePanel();
  const [wasHeard, setHeard] = useState(false);
  const [isOn, setOn] = useState(false);
  const isPlaying = observation?.song?.isPlaying === true;
  // Without an observation nothing is known: what was, stays.
  const isSilent = observation ? isUnplanned(observation) : undefined;
  useEffect(() => {
    if (!isPlaying) return;
    setHeard(true);
    setOn(false);
  }, [isPlaying]);
  useEffect(() => {
    if (isSilent === false) return setOn(false);
    if (!isSilent || !wasHeard) return;
    const timer = setTimeout(() => setOn(true), SILENT_MS);
    return () => clearTimeout(timer);
  }, [isSilent, wasHeard]);
  useEffect(() => {
    if (!isOn) return;
    chime.alarm();
    const timer = setInterval(chime.alarm, REPEAT_MS);
    return () => clearInterval(timer);
  }, [isOn, chime]);
  return {
    isOn,
    silence() {
      setOn(false);
      setHeard(false);
    },
  };
}
