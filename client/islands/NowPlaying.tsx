// 'Şimdi çalıyor': the song that plays at the cafe.
import { LazyCover } from "./LazyCover.tsx";
import type { Playing } from "./room.ts";
import { SongClock } from "./SongClock.tsx";
import { usePosition } from "./use_position.ts";

export interface NowPlayingProps {
  playing: Playing | null;
  /** What the guest has to do with it, if anything. */
  mark?: string;
}

export function NowPlaying({ playing, mark }: NowPlayingProps) {
  const positionMs = usePosition(playing);
  if (!playing || positionMs === undefined) return null;
  return (
    <section className="now" aria-labelledby="now-heading">
      <LazyCover src={playing.albumArt} size="large" />
      <div className="song">
        <h2 id="now-heading">{playing.isPlaying ? "Şimdi çalıyor" : "Duraklatıldı"}</h2>
        <p className="song-title">{playing.title}</p>
        <p className="song-artist">{playing.artist}</p>
        {playing.byGuest && <p className="now-mark">{mark ?? "Müşteri isteği"}</p>}
      </div>
      <SongClock playing={playing} positionMs={positionMs} />
    </section>
  );
}
