// The song that plays now, or why there is none to show.
import type { PlaybackStateName } from "../../../server/contract/automatic.ts";
import { shortTitle } from "../../lib/short_title.ts";
import type { CafeFacts } from "../live/live_cafe.ts";
import type { Connection } from "../live/read_connection.ts";
import { TELL_OWNER, useMayOpen } from "../use_may_open.ts";
import { usePanel } from "../services.ts";
import { useShownName } from "../use_shown_name.ts";
import { hasPlayer, needsAccount } from "../source_traits.ts";
import { PlayerWords } from "./PlayerWords.tsx";
import type { PlaybackReading } from "./use_playback.ts";

/** What is said without a song, in a state in which the account may play something else. */
const NOTHING: Partial<Record<PlaybackStateName, string>> = {
  human: "Şu anda başka bir müzik çalıyor.",
  blocked: "Şu anda ne çaldığı bilinmiyor.",
};

export interface NowPlayingProps {
  /** Undefined until they are known. */
  facts: CafeFacts | undefined;
  reading: PlaybackReading;
}

export function NowPlaying({ facts, reading }: NowPlayingProps) {
  const shownName = useShownName();
  if (!facts) return <PlayerWords title="Yükleniyor…" />;
  const { cafe: { source }, connection } = facts;
  if (needsAccount(source) && !connection.isSpotifyConnected) {
    return <NoAccount connection={connection} />;
  }
  const { observation, failure, read } = reading;
  if (failure) {
    return <PlayerWords title="Çalan şarkının bilgisi alınamadı." detail={failure} retry={read} />;
  }
  if (!observation) return <PlayerWords title="Yükleniyor…" />;
  const { ended, song, playback } = observation;
  const starter = playback.startedBy && shownName(playback.startedBy);
  if (song) {
    return (
      <PlayerWords
        cover={song.albumArt}
        title={song.title}
        detail={song.artist}
        source={[
          song.isPlaying ? sourceOf(facts) : "Duraklatıldı",
          starter && `Başlatan: ${starter}`,
        ].filter(Boolean).join(" · ")}
      />
    );
  }
  // What else plays on a system that is not ours is not known.
  if (!hasPlayer(source)) return <PlayerWords title="Şu anda çalan bir istek yok." />;
  if (ended) return <PlayerWords title={`'${shortTitle(ended.title)}' bitti, yenisi başlamadı.`} />;
  return <PlayerWords title={NOTHING[playback.state] ?? "Şu anda bir şey çalmıyor."} />;
}

function NoAccount({ connection }: { connection: Connection }) {
  const { liveCafe } = usePanel();
  const mayConnect = useMayOpen()("/panel/music");
  if ("unchecked" in connection) {
    const retry = () => liveCafe.refresh();
    return <PlayerWords title="Bağlantı durumu şu anda kontrol edilemiyor." retry={retry} />;
  }
  if (!mayConnect) return <PlayerWords title={`Müzik hesabı bağlı değil. ${TELL_OWNER}`} />;
  const again = connection.reason === "consent_ended";
  const account = again ? "Spotify hesabınızı yeniden" : "önce Spotify hesabınızı";
  return <PlayerWords title={`Çalmak için ${account} bağlayın.`} />;
}

/** Spotify's terms require that it is named beside its titles and covers. */
function sourceOf({ cafe, connection }: CafeFacts): string | undefined {
  if (!needsAccount(cafe.source)) return undefined;
  return "demo" in connection && connection.demo ? "Demo hesabından" : "Spotify'dan";
}
