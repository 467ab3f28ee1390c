// What plays now, and where the next song will play.
import type { PlayerState } from "../../../server/contract/playback.ts";
import { Button } from "../../components/Button.tsx";
import { Cover } from "../../components/Cover.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Loading } from "../../components/Loading.tsx";
import { Notice } from "../../components/Notice.tsx";
import { DeviceChoice } from "./DeviceChoice.tsx";
import { usePlayer } from "./use_player.ts";

/** `demo` says that the built-in account plays, whose covers are our own. */
export function NowPlaying({ demo }: { demo: boolean }) {
  const { heard, failure, refresh } = usePlayer();
  return (
    <section className="card card-now" aria-labelledby="now-heading">
      <h2 id="now-heading">Şimdi çalıyor</h2>
      {failure
        ? (
          <Notice kind="error" text="Çalan şarkı öğrenilemedi." detail={failure}>
            <Button onClick={refresh}>Tekrar dene</Button>
          </Notice>
        )
        : heard === undefined
        ? <Loading rows={1} />
        : heard.ended
        ? (
          <EmptyState
            text={`'${heard.ended.title}' bitti, ardından çalan bir şarkı yok.`}
            hint="Sıradaki şarkıyı çalmak için düğmeye basın."
          />
        )
        : <Song player={heard.player} source={demo ? "Demo müzik hesabından" : "Spotify'dan"} />}
      {heard && <DeviceChoice devices={heard.player.devices} chosen={refresh} />}
    </section>
  );
}

interface SongProps {
  player: PlayerState;
  /** Whose words and picture these are (spotify: attribution). */
  source: string;
}

function Song(
  { player: { track, isPlaying, progressMs, durationMs, device }, source }: SongProps,
) {
  if (!track) {
    return (
      <EmptyState
        text="Şu anda bir şey çalmıyor."
        hint="Sıradaki şarkıyı çalmak için düğmeye basın."
      />
    );
  }
  return (
    <div className="now">
      <Cover src={track.albumArt} size="large" />
      <div className="song">
        <p className="song-title">{track.title}</p>
        <p className="song-artist">{track.artist}</p>
        <p className="song-state">
          {isPlaying ? device && `${device} üzerinde` : "Duraklatıldı"}
        </p>
        <p className="now-source">{source}</p>
      </div>
      <progress
        className="now-progress"
        aria-label="Şarkının ilerleyişi"
        max={durationMs}
        value={Math.min(progressMs, durationMs)}
      />
    </div>
  );
}
