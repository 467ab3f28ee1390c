// Skip and play next: disabled while there is nothing to skip or to play, busy until the press is seen in the queue.
import type { SongRequest } from "../../../server/contract/requests.ts";
import { Button } from "../../components/Button.tsx";
import { usePlayNext } from "./use_play_next.ts";
import type { PlaybackReading } from "./use_playback.ts";

export interface PlayNextButtonsProps {
  connected: boolean;
  /** The first song of the queue. */
  next: SongRequest | undefined;
  reading: PlaybackReading;
}

export function PlayNextButtons({ connected, next, reading }: PlayNextButtonsProps) {
  const { busy, playNext, skip } = usePlayNext(next, reading);
  const song = reading.observation?.song;
  return (
    <>
      <Button
        className="player-hand"
        disabled={!connected || !song && busy !== "skip"}
        busy={busy === "skip"}
        resting={busy === "next"}
        onClick={skip}
      >
        Geç
      </Button>
      <Button
        className="play-next"
        look="primary"
        icon="next"
        disabled={!connected || !next && busy !== "next"}
        busy={busy === "next"}
        resting={busy === "skip"}
        aria-describedby={connected ? "player-next" : "player-words"}
        onClick={playNext}
      >
        <span className="play-next-words">Sıradaki şarkıyı çal</span>
      </Button>
    </>
  );
}
