// The songs whose tips the owner ticks after they played, and those whose tips go back to the guest.
import type { TillDays, TillSong } from "../../../server/contract/payouts.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Money } from "../../components/Money.tsx";
import { formatDate, formatShortDay, formatTime } from "../../lib/format.ts";
import { TillTick, useTick } from "./TillTick.tsx";

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

// What the till was to receive and received on each day, newest first. Days without either are left out, but today.

export function TillTable({ days }: TillDays) {
  const shown = days.toReversed()
    .filter(({ expected, received }, i) => i === 0 || expected !== 0 || received !== 0);
  return (
    <table className="table day-table" role="table">
      <caption className="visually-hidden">Gün gün kasa</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Gün</th>
          <th role="columnheader" scope="col" className="figure">Beklenen</th>
          <th role="columnheader" scope="col" className="figure">Alınan</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {shown.map(({ date, expected, received }) => (
          <tr role="row" key={date}>
            <th role="rowheader" scope="row">{formatDate(date)}</th>
            <td role="cell" className="figure" data-column="Beklenen">
              <Money tl={expected} />
            </td>
            <td role="cell" className="figure" data-column="Alınan">
              <Money tl={received} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
