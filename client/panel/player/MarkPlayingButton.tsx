// 'Çalıyor': says that a person has started the first song of the queue on the cafe's own system (docs/manual.md#playing).
import type { SongRequest } from "../../../server/contract/requests.ts";
import { Button } from "../../components/Button.tsx";
import { usePlayNext } from "./use_play_next.ts";
import type { PlaybackReading } from "./use_playback.ts";

export interface MarkPlayingButtonProps {
  /** The first song of the queue. */
  next: SongRequest | undefined;
  reading: PlaybackReading;
}

export function MarkPlayingButton({ next, reading }: MarkPlayingButtonProps) {
  // The song before it is over: the next one was started already.
  const { busy, playNext } = usePlayNext(next, reading, { cutsOff: false });
  return (
    <Button
      className="mark-playing"
      look="primary"
      icon="check"
      disabled={!next && busy === undefined}
      busy={busy === "next"}
      aria-describedby="player-next"
      onClick={playNext}
    >
      Çalıyor
    </Button>
  );
}
