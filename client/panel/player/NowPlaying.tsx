// The song that plays now, or why there is none to show.
import type { PlaybackStateName } from "../../../server/contract/automatic.ts";
import { Button } from "../../components/Button.tsx";
import { Cover } from "../../components/Cover.tsx";
import { shortTitle } from "../../lib/short_title.ts";
import { usePanel } from "../services.ts";
import type { Connection } from "../live/read_connection.ts";
import type { PlaybackReading } from "./use_playback.ts";

/** What is said without a song, in a state in which the account may play something else. */
const NOTHING: Partial<Record<PlaybackStateName, string>> = {
  human: "Şu anda başka bir müzik çalıyor.",
  blocked: "Şu anda ne çaldığı bilinmiyor.",
};

export interface NowPlayingProps {
  /** Undefined until it is known. */
  connection: Connection | undefined;
  reading: PlaybackReading;
}

export function NowPlaying({ connection, reading }: NowPlayingProps) {
  const { liveCafe } = usePanel();
  if (!connection) return <Words title="Yükleniyor…" />;
  if ("unchecked" in connection) {
    const retry = () => liveCafe.refresh();
    return <Words title="Bağlantı durumu şu anda kontrol edilemiyor." retry={retry} />;
  }
  if (!connection.isSpotifyConnected) {
    const again = connection.reason === "consent_ended";
    return (
      <Words
        title={`Çalmak için ${
          again ? "Spotify hesabınızı yeniden" : "önce Spotify hesabınızı"
        } bağlayın.`}
      />
    );
  }
  const { observation, failure, read } = reading;
  if (failure) {
    return <Words title="Çalan şarkının bilgisi alınamadı." detail={failure} retry={read} />;
  }
  if (!observation) return <Words title="Yükleniyor…" />;
  const { ended, song, playback } = observation;
  if (ended) return <Words title={`'${shortTitle(ended.title)}' bitti, yenisi başlamadı.`} />;
  if (!song) return <Words title={NOTHING[playback.state] ?? "Şu anda bir şey çalmıyor."} />;
  // Spotify's terms require that it is named beside its titles and covers.
  const source = connection.demo ? "Demo hesabından" : "Spotify'dan";
  return (
    <Words
      cover={song.albumArt}
      title={song.title}
      detail={song.artist}
      source={song.isPlaying ? source : "Duraklatıldı"}
    />
  );
}

interface WordsProps {
  cover?: string;
  title: string;
  detail?: string;
  source?: string;
  retry?: () => Promise<unknown>;
}

function Words({ cover = "", title, detail, source, retry }: WordsProps) {
  return (
    <>
      <Cover src={cover} />
      <div className="player-words">
        <div className="player-text" id="player-words">
          <p className="song-title">{title}</p>
          {detail && (
            <p className="song-artist">
              {detail}
              {source && <span className="player-source">{` · ${source}`}</span>}
            </p>
          )}
        </div>
        {retry && <Button onClick={() => void retry()}>Tekrar dene</Button>}
      </div>
    </>
  );
}
