// A row of the queue on the cafe page: place, cover, song and tip. The first one is the next song and is larger.
import type { SongRequest } from "../../server/contract/requests.ts";
import { LazyCover } from "./LazyCover.tsx";
import { TipAmount } from "./TipAmount.tsx";

export interface BoardRowProps {
  song: SongRequest;
  /** The place in the queue, from 1. */
  place: number;
  /** Whether this guest asked for it. */
  own: boolean;
}

export function BoardRow({ song, place, own }: BoardRowProps) {
  const first = place === 1;
  return (
    <li className={first ? "board-row board-row-first" : "board-row"} data-glide={song._id}>
      <span className="board-place">
        <span className="visually-hidden">Sıra</span> {place}
      </span>
      <LazyCover src={song.albumArt} size={first ? "large" : "small"} />
      <div className="song">
        {first && <p className="board-next">Sıradaki</p>}
        <p className="song-title">{song.songTitle}</p>
        <p className="song-artist">{song.artist}</p>
        {own && <p className="board-mark">Sizin isteğiniz</p>}
      </div>
      <TipAmount tl={song.tipAmount} />
    </li>
  );
}
