// The song that plays, in letters that are read from ten metres.
import { Cover } from "../../components/Cover.tsx";
import type { Playing } from "../room.ts";
import { SongClock } from "../SongClock.tsx";
import { usePosition } from "../use_position.ts";

export interface TelevisionNowProps {
  playing: Playing | null;
  /** Whether songs are in the queue. */
  waiting: boolean;
  /** Whether requests are accepted. */
  open: boolean;
}

export function TelevisionNow({ playing, waiting, open }: TelevisionNowProps) {
  const positionMs = usePosition(playing);
  if (!playing || positionMs === undefined) {
    return (
      <section className="tv-now" aria-label="Çalan şarkı">
        <Cover src="" size="large" />
        <p className="tv-title">
          {waiting
            ? "Birazdan müzik başlıyor"
            : open
            ? "Şarkınızı bekliyoruz"
            : "Şu anda müzik çalmıyor"}
        </p>
      </section>
    );
  }
  return (
    <section className="tv-now" aria-labelledby="tv-now-heading">
      <Cover src={playing.albumArt} size="large" />
      <div className="tv-words">
        <h2 id="tv-now-heading">{playing.isPlaying ? "Şimdi çalıyor" : "Duraklatıldı"}</h2>
        <p className="tv-title">{playing.title}</p>
        <p className="tv-artist">{playing.artist}</p>
        {playing.byGuest && <p className="tv-mark">Müşteri isteği</p>}
      </div>
      <SongClock playing={playing} positionMs={positionMs} />
    </section>
  );
}
