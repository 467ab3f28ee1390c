// Pauses the music, or goes on with it: also after something else was chosen, and after a stop.
import type { PlaybackStateName } from "../../../server/contract/automatic.ts";
import { Button } from "../../components/Button.tsx";
import { usePanel } from "../services.ts";
import { useCommand } from "./use_command.ts";
import type { PlaybackReading } from "./use_playback.ts";

/** The states that end by 'Devam'. */
const HELD: readonly PlaybackStateName[] = ["paused", "human", "stopped"];

export interface PauseButtonProps {
  connected: boolean;
  reading: PlaybackReading;
}

export function PauseButton(
  { connected, reading: { playback, observation, read } }: PauseButtonProps,
) {
  const { api } = usePanel();
  const { busy, run } = useCommand("Komut gönderilirken bir hata oluştu.", read);
  const song = observation?.song;
  const isHeld = playback !== undefined && HELD.includes(playback.state);
  if (isHeld || song && !song.isPlaying) {
    return (
      <Button
        className={isHeld ? "player-hand player-resume" : "player-hand"}
        icon="play"
        disabled={!connected}
        busy={busy}
        aria-describedby={isHeld ? "player-state" : undefined}
        onClick={() => run(() => api("POST /api/playback/resume"))}
      >
        Devam
      </Button>
    );
  }
  return (
    <Button
      className="player-hand"
      icon="pause"
      aria-label="Duraklat"
      title="Duraklat"
      disabled={!connected || !song}
      busy={busy}
      onClick={() => run(() => api("POST /api/playback/pause"))}
    />
  );
}
