// What the player says before it plays, and the label of its button.
import type { SpeakerView } from "./speaker.ts";

interface Words {
  text: string;
  hint: string;
  /** The label of the button. */
  action: string;
}

export function wordsOf({ phase, state, isReached, refusal }: SpeakerView): Words {
  if (phase === "taken" || phase === "lost") {
    return {
      text: refusal,
      hint: "Müzik aynı anda tek bir yerde çalar. Burada açarsanız orada durur.",
      action: phase === "lost" ? "Burada sürdür" : "Burada aç",
    };
  }
  if (!isReached) {
    return {
      text: "Sunucuya ulaşılamıyor.",
      hint: "Bağlantı gelince müzik kendiliğinden başlar.",
      action: "Müziği başlat",
    };
  }
  return {
    text: state.needsPress
      ? "Sayfa yenilendi. Tarayıcı, siz dokunmadan ses çıkarmıyor."
      : "Kafenizin müziği bu cihazın hoparlöründen çalar.",
    hint: state.needsPress
      ? "Müzik, düğmeye basınca kaldığı yerden sürer."
      : "Bir kez başlatmanız yeter. Bu sekme açık kaldıkça müzik sürer.",
    action: "Müziği başlat",
  };
}
