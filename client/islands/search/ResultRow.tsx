// A song that was found. The whole row is one button, which opens the song's sheet.
import type { SearchResult } from "../../../server/contract/music.ts";
import { LazyCover } from "../LazyCover.tsx";
import type { Standing } from "./song_standing.ts";

export interface ResultRowProps {
  song: SearchResult;
  standing: Standing | undefined;
  open: (song: SearchResult) => void;
}

export function ResultRow({ song, standing, open }: ResultRowProps) {
  return (
    <li>
      <button
        type="button"
        className="result"
        aria-haspopup="dialog"
        onClick={() => open(song)}
      >
        <LazyCover src={song.albumArt} />
        <span className="song">
          <span className="song-title">{song.title}</span>{" "}
          <span className="song-artist">{song.artist}</span>
        </span>{" "}
        {standing && <span className="result-mark">{standing.mark}</span>}
      </button>
    </li>
  );
}
