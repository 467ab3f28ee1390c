// The name of what a conductor does or waits for, and the sentence that tells the owner what to do
// (docs/conductor.md#states). Pure.
import type { PlaybackStateName } from "../../contract/playback.ts";
import { atClock } from "../../house/opening_hours.ts";
import type { ConductorState } from "./state.ts";
import { fallbackOf } from "./times.ts";

export interface NamedState {
  state: PlaybackStateName;
  /** Until when (epoch ms), if that is known. */
  until: number | null;
  /** What to tell the owner, if it is more exact than the state's own sentence. */
  sentence: string | null;
  volumePercent: number | null;
}

const SENTENCES: Record<Exclude<PlaybackStateName, "blocked">, string> = {
  off: "Otomatik çal kapalı: şarkıları siz başlatırsınız.",
  idle: "Çalınacak bir şey yok. Onayladığınız ilk istek kendiliğinden başlar.",
  request: "Müşteri isteği çalıyor. Bitince sıradaki kendiliğinden başlar.",
  fallback: "Sırada istek yok, kafenin müziği çalıyor. Yeni istek bu şarkıdan sonra başlar.",
  paused: "Müzik duraklatıldı. Sürdürmek için 'Devam'a basın.",
  human:
    "Müzik uygulamasında başka bir şey seçildi. Bitince sıraya dönülür; hemen dönmek için 'Devam'a basın.",
  no_device: "Müziği çalacak açık bir cihaz yok. Bir cihazda müzik uygulamasını açın.",
  reconnect: "Müzik hesabı bağlı değil. Müziğin çalması için hesabı bağlayın.",
  stopped: "Art arda üç şarkı çalınamadı. Hoparlörü ve hesabı kontrol edip 'Devam'a basın.",
};

const FALLBACK_BEFORE_REQUEST = "Kafenin müziği çalıyor. Sıradaki istek bu şarkıdan sonra başlar.";

/** How many of the three songs that could not be played are in the queue again. */
const PUT_BACK = [
  "",
  "; biri sıraya geri kondu",
  "; ikisi sıraya geri kondu",
  "; üçü de sıraya geri kondu",
];

const PLAYLIST_MISSING =
  "Seçtiğiniz çalma listesi bulunamadı. 'Müzik' ekranından başka bir liste seçin; onayladığınız ilk istek de kendiliğinden başlar.";
const PLAYLIST_SILENT =
  "Seçtiğiniz çalma listesi çalmaya başlamadı. Hoparlörü kontrol edip 'Devam'a basın ya da 'Müzik' ekranından başka bir liste seçin.";

const BLOCKED = "Müzik servisi şu anda yanıt vermiyor.";

/** Names what the conductor does, for the panel and for the instance that acts next. */
export function nameOf(state: ConductorState): NamedState {
  const { hold, obstacle, playing, shownDevice } = state;
  const volumePercent = shownDevice?.volumePercent ?? null;
  const named = { until: null, sentence: null, volumePercent };
  if (hold === "stopped") return { ...named, state: hold, sentence: stopped(state) };
  if (obstacle) {
    const { kind, until, sentence = null } = obstacle;
    return { ...named, state: kind, until: kind === "blocked" ? until : null, sentence };
  }
  if (hold) return { ...named, state: hold };
  if (!playing) return { ...named, state: "idle", sentence: silent(state) };
  return { ...named, state: playing.by === "request" ? "request" : "fallback" };
}

/** What the dashboard says: what the conductor does, and what the owner can do. `requestWaits`: one that can be played. */
export function sentenceOf(
  { state, until, sentence }: Pick<NamedState, "state" | "until" | "sentence">,
  requestWaits = false,
): string {
  if (sentence !== null) return sentence;
  if (state === "fallback" && requestWaits) return FALLBACK_BEFORE_REQUEST;
  if (state !== "blocked") return SENTENCES[state];
  if (until === null) return `${BLOCKED} Birazdan tekrar denenecek.`;
  return `${BLOCKED} Saat ${atClock(until)} tekrar denenecek.`;
}

function stopped({ unplayed }: ConductorState): string | null {
  // After a restart it is not known any more which songs they were.
  if (unplayed.length === 0) return null;
  const putBack = PUT_BACK[unplayed.filter(({ isReleased }) => isReleased).length];
  return `Art arda üç şarkı çalınamadı${putBack}. Hoparlörü ve hesabı kontrol edip 'Devam'a basın.`;
}

/** Why nothing plays although the owner chose a playlist. */
function silent(state: ConductorState): string | null {
  const { missing, next: { fallback, request } } = state;
  if (request || fallback === null || fallbackOf(state) !== null) return null;
  return missing === fallback ? PLAYLIST_MISSING : PLAYLIST_SILENT;
}
