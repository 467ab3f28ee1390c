// A song that a search has found: a row that is one button, for guests and for the team.
import type { ReactNode } from "react";
import type { FoundSong } from "../../server/contract/music.ts";
import { formatClock } from "../lib/format.ts";

interface FoundSongButtonProps {
  song: FoundSong;
  cover: ReactNode;
  /** What is said of a song that is marked explicit. */
  explicit: ReactNode;
  choose: () => void;
  /** Whether choosing it opens a dialog. */
  opensDialog?: boolean;
  /** What stands at the end of the row. */
  children?: ReactNode;
}

export function FoundSongButton(
  { song, cover, explicit, choose, opensDialog, children }: FoundSongButtonProps,
) {
  return (
    <button
      type="button"
      className="result"
      aria-haspopup={opensDialog ? "dialog" : undefined}
      onClick={choose}
    >
      {cover}
      <span className="song">
        <span className="song-title">{song.title}</span>{" "}
        <span className="result-facts">
          <span className="song-artist">{song.artist}</span>{" "}
          {song.durationMs !== null && (
            <span className="result-length">{formatClock(song.durationMs)}</span>
          )} {song.explicit && <span className="result-explicit">{explicit}</span>}
        </span>
      </span>{" "}
      {children}
    </button>
  );
}
