// The songs whose tips the owner ticks after they played, and those whose tips go back to the guest.
import type { TillSong } from "../../../server/contract/till.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Money } from "../../components/Money.tsx";
import { formatShortDay, formatTime } from "../../lib/format.ts";
import { TillTick } from "./TillTick.tsx";
import { useTick } from "./use_tick.ts";

export function TillSongs({ songs }: { songs: TillSong[] }) {
  const ticks = useTick();
  if (songs.length === 0) {
    return (
      <EmptyState
        icon="wallet"
        text="Bugün ve dün kasada ödenecek bir şarkı çalmadı."
        hint="Bahşişli bir şarkı çalınca burada görünür. Bekleyenleri ve sıradakileri İstekler'de işaretleyin."
      />
    );
  }
  return (
    <ol className="till-songs" aria-labelledby="till-songs">
      {songs.map(({ _id, songTitle, artist, dueAmount, receivedAmount, at }) => (
        <li key={_id} className="till-song">
          <div className="song">
            <p className="song-title">{songTitle}</p>
            <p className="song-artist">{artist}</p>
            <p className="pending-facts">
              <time dateTime={at}>{formatShortDay(at)} {formatTime(at)}</time>
              {dueAmount === 0 && (
                <span className="till-back">
                  Şarkı çalınmadı, geri verilecek
                </span>
              )}
            </p>
          </div>
          <Money tl={dueAmount || receivedAmount} />
          <TillTick
            id={_id}
            song={songTitle}
            due={dueAmount}
            received={receivedAmount}
            {...ticks}
          />
        </li>
      ))}
    </ol>
  );
}
