// A song that was found. The row is a button that opens the song's sheet; one that waits already can be supported too.
import type { FoundSong } from "../../../server/contract/music.ts";
import { formatClock } from "../../lib/format_clock.ts";
import { LazyCover } from "../LazyCover.tsx";
import { supportOf, type TippedSong } from "../sheet/tipped_song.ts";
import { SupportButton } from "../SupportButton.tsx";
import type { Standing } from "./song_standing.ts";

export interface ResultRowProps {
  song: FoundSong;
  standing: Standing | undefined;
  open: (song: TippedSong) => void;
}

export function ResultRow({ song, standing, open }: ResultRowProps) {
  const { albumArt, title, artist, durationMs, explicit } = song;
  return (
    <li>
      <button
        type="button"
        className="result"
        aria-haspopup="dialog"
        onClick={() => open(song)}
      >
        <LazyCover src={albumArt} />
        <span className="song">
          <span className="song-title">{title}</span>{" "}
          <span className="result-facts">
            <span className="song-artist">{artist}</span>{" "}
            {durationMs !== null && <span className="result-length">{formatClock(durationMs)}
            </span>} {explicit && (
              <span className="result-explicit">
                Uygunsuz <span className="visually-hidden">sözler içerir</span>
              </span>
            )}
          </span>
        </span>{" "}
        {standing && <span className="result-mark">{standing.mark}</span>}
      </button>
      {standing && (
        <SupportButton
          title={title}
          support={() => open(supportOf(standing.request))}
        />
      )}
    </li>
  );
}
