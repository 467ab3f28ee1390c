// A row of the queue: place, cover, title, artist and tip. The first row is the next song and is larger.
import type { ReactNode } from "react";
import { Cover } from "./Cover.tsx";
import { Money } from "./Money.tsx";

export interface QueueRowProps {
  song: { _id: string; songTitle: string; artist: string; albumArt: string; tipAmount: number };
  /** The place in the queue, from 1. */
  place: number;
  /** A label for the guest's own song: 'Sizin isteğiniz'. */
  mark?: string;
  /** The actions. */
  children?: ReactNode;
}

export function QueueRow({ song, place, mark, children }: QueueRowProps) {
  const first = place === 1;
  return (
    <li className={first ? "queue-row queue-row-first" : "queue-row"} data-glide={song._id}>
      <span className="queue-place">
        <span className="visually-hidden">Sıra</span> {place}
      </span>
      <Cover src={song.albumArt} size={first ? "large" : "small"} />
      <div className="row-words">
        <div className="song">
          {first && <p className="queue-next">Sıradaki</p>}
          <p className="song-title">{song.songTitle}</p>
          <p className="song-artist">{song.artist}</p>
          {mark && <p className="queue-mark">{mark}</p>}
        </div>
        <Money tl={song.tipAmount} />
      </div>
      {children && <div className="row-actions">{children}</div>}
    </li>
  );
}
