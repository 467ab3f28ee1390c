// The next songs, with their tips.
import type { SongRequest } from "../../../server/contract/requests.ts";
import { GlidingList } from "../../components/GlidingList.tsx";
import { tipLabel } from "../sheet/tip_choice.ts";

/** How many songs are shown. */
export const SHOWN_SONGS = 5;

export interface TelevisionQueueProps {
  queue: SongRequest[];
  /** Whether requests are accepted. */
  open: boolean;
}

export function TelevisionQueue({ queue, open }: TelevisionQueueProps) {
  return (
    <section className="tv-queue" aria-labelledby="tv-queue-heading">
      <h2 id="tv-queue-heading">Sıradaki şarkılar</h2>
      <GlidingList
        aria-labelledby="tv-queue-heading"
        empty={
          <p className="tv-empty" data-glide="empty">
            {open ? "Sıra boş: ilk şarkıyı siz isteyin" : "Sıra boş"}
          </p>
        }
      >
        {queue.slice(0, SHOWN_SONGS).map((song, i) => (
          <li key={song._id} data-glide={song._id}>
            <span className="tv-place">{i + 1}</span>
            <div className="tv-words">
              <p className="tv-song">{song.songTitle}</p>
              <p className="tv-artist">{song.artist}</p>
            </div>
            {song.tipAmount > 0 && <span className="tv-tip">{tipLabel(song.tipAmount)}</span>}
          </li>
        ))}
      </GlidingList>
    </section>
  );
}
