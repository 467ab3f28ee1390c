// The songs that earned most: by amount, then by number of plays, then by title.
import type { Earnings } from "../../../server/contract/payouts.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Money } from "../../components/Money.tsx";
import { compareTurkish } from "../../lib/format.ts";

type Song = Earnings["songs"][number];

export function TopSongs({ songs }: { songs: Song[] }) {
  if (songs.length === 0) return <EmptyState text="Bu dönemde bahşişli şarkı çalınmadı." />;
  return (
    <ol className="top-songs">
      {songs.toSorted(byEarnings).map(({ songTitle, artist, count, amount }, i) => (
        <li key={i}>
          <span className="top-place" aria-hidden="true">{i + 1}</span>
          <div className="song">
            <p className="song-title">{songTitle}</p>
            <p className="song-artist">{artist}</p>
          </div>
          <p className="top-earned">
            <Money tl={amount} />
            <span>{count} kez</span>
          </p>
        </li>
      ))}
    </ol>
  );
}

function byEarnings(a: Song, b: Song): number {
  return b.amount - a.amount || b.count - a.count || compareTurkish(a.songTitle, b.songTitle);
}
