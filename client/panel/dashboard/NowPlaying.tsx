// The song that plays now, and the device that plays.
import type { PlayerState } from "../../../server/contract/playback.ts";
import { Button } from "../../components/Button.tsx";
import { Cover } from "../../components/Cover.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Loading } from "../../components/Loading.tsx";
import { Notice } from "../../components/Notice.tsx";
import { DeviceChoice } from "./DeviceChoice.tsx";
import { usePlayer } from "./use_player.ts";

/** `demo`: the demo music account plays. */
export function NowPlaying({ demo }: { demo: boolean }) {
  const { observation, failure, refresh } = usePlayer();
  return (
    <section className="card card-now" aria-labelledby="now-heading">
      <h2 id="now-heading">Şimdi çalıyor</h2>
      {failure
        ? (
          <Notice kind="error" text="Çalan şarkı öğrenilemedi." detail={failure}>
            <Button onClick={refresh}>Tekrar dene</Button>
          </Notice>
        )
        : observation === undefined
        ? <Loading rows={1} />
        : observation.ended
        ? (
          <EmptyState
            text={`'${observation.ended.title}' bitti, ardından çalan bir şarkı yok.`}
            hint="Sıradaki şarkıyı çalmak için düğmeye basın."
          />
        )
        : (
          <Song
            player={observation.player}
            source={demo ? "Demo müzik hesabından" : "Spotify'dan"}
          />
        )}
      {observation && <DeviceChoice devices={observation.player.devices} onChosen={refresh} />}
    </section>
  );
}

interface SongProps {
  player: PlayerState;
  /** The service that the title and the cover come from, which its terms require to be named. */
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
