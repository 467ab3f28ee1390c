// A request in a list other than the queue: the song, its tip, its state and its actions.
import type { ReactNode } from "react";
import { Cover } from "./Cover.tsx";
import { Money } from "./Money.tsx";

export interface RequestRowProps {
  song: { _id: string; songTitle: string; artist: string; albumArt: string; tipAmount: number };
  /** The request's state, or the time at which it was sent. */
  state?: ReactNode;
  /** The actions. */
  children?: ReactNode;
}

export function RequestRow({ song, state, children }: RequestRowProps) {
  return (
    <li className="request-row" data-glide={song._id}>
      <Cover src={song.albumArt} />
      <div className="row-words">
        <div className="song">
          <p className="song-title">{song.songTitle}</p>
          <p className="song-artist">{song.artist}</p>
          {state && <p className="song-state">{state}</p>}
        </div>
        <Money tl={song.tipAmount} />
      </div>
      {children && <div className="row-actions">{children}</div>}
    </li>
  );
}
