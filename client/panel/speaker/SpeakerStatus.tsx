// What keeps the player from playing, or would soon. Screen readers hear every change of it.
import { Button } from "../../components/Button.tsx";
import { Icon } from "../../components/Icon.tsx";
import { useCommand } from "../player/use_command.ts";
import type { PlaybackReading } from "../player/use_playback.ts";
import { usePanel } from "../services.ts";
import type { SpeakerState } from "./speaker_state.ts";

export interface SpeakerStatusProps {
  state: SpeakerState;
  isReached: boolean;
  reading: PlaybackReading;
}

export function SpeakerStatus({ state, isReached, reading }: SpeakerStatusProps) {
  const { api } = usePanel();
  const { busy, run } = useCommand("Müzik başlatılırken bir hata oluştu.", reading.read);
  // The machine counts three failures before the server's state is read.
  const hasStopped = !state.playing &&
    (state.failures >= 3 || reading.playback?.state === "stopped");
  const sentence = !isReached ? offline(state) : hasStopped ? STOPPED : "";
  return (
    <div className="speaker-status" data-shown={sentence !== "" || undefined}>
      {sentence && <Icon name={isReached ? "warning" : "offline"} />}
      <p role="status">{sentence}</p>
      {hasStopped && isReached && (
        <Button
          busy={busy}
          onClick={() => run(() => api("POST /api/playback/resume"))}
        >
          Tekrar dene
        </Button>
      )}
    </div>
  );
}

const STOPPED =
  "Müzik durdu: art arda üç şarkı çalınamadı. Hoparlörü ve müzik dosyalarını kontrol edip tekrar deneyin.";

function offline({ playing, isPaused, hasSlept }: SpeakerState): string {
  return playing && !isPaused && !hasSlept
    ? "Bağlantı yok. Müzik sürüyor…"
    : "Bağlantı yok. Gelince müzik kendiliğinden sürer.";
}
