// The sentence that tells the owner what a conductor does, and what to do (docs/conductor.md#states). Pure.
import type { PlaybackStateName } from "../../contract/automatic.ts";
import type { NamedState } from "./state_name.ts";

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
  stopped:
    "Art arda üç şarkı çalınamadı ve sıraya geri kondu. Hoparlörü ve hesabı kontrol edip 'Devam'a basın.",
};

const BLOCKED = "Müzik servisi şu anda yanıt vermiyor.";

const CLOCK = new Intl.DateTimeFormat("tr", {
  timeZone: "Europe/Istanbul",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** What the dashboard says: what the conductor does, and what the owner can do. */
export function sentenceOf(
  { state, until, sentence }: Pick<NamedState, "state" | "until" | "sentence">,
): string {
  if (sentence !== null) return sentence;
  if (state !== "blocked") return SENTENCES[state];
  if (until === null) return `${BLOCKED} Birazdan tekrar denenecek.`;
  return `${BLOCKED} ${CLOCK.format(until)} itibarıyla tekrar denenecek.`;
}
