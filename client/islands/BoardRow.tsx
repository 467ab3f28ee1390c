// A row of the queue on the cafe page: place, cover, song and tip. The first one is the next song and is larger.
import type { QueuedSong } from "../../server/contract/requests.ts";
import { OUT_OF_TURN } from "../lib/out_of_turn.ts";
import { LazyCover } from "./LazyCover.tsx";
import { SupportButton, type SupportButtonProps } from "./SupportButton.tsx";
import { TipAmount } from "./TipAmount.tsx";

export interface BoardRowProps extends Omit<SupportButtonProps, "title"> {
  song: QueuedSong;
  /** The place in the queue, from 1. */
  place: number;
  /** What the guest has to do with it, if anything. */
  mark?: string;
}

export function BoardRow({ song, place, mark, busy, support }: BoardRowProps) {
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
        {song.outOfTurn && <p className="board-mark">{OUT_OF_TURN}</p>}
        {mark && <p className="board-mark">{mark}</p>}
      </div>
      <div className="board-tip">
        <TipAmount tl={song.tipAmount} />
        <SupportButton title={song.songTitle} busy={busy} support={support} />
      </div>
    </li>
  );
}
