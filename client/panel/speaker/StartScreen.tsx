// The player before it plays: one press starts it. If it is open elsewhere, the press takes it over.
import { Button } from "../../components/Button.tsx";
import type { SpeakerView } from "./speaker.ts";

export interface StartScreenProps {
  view: SpeakerView;
  /** `take`: also if another device is the player. */
  onStart: (take: boolean) => void;
}

interface Words {
  text: string;
  hint: string;
  /** The label of the button. */
  action: string;
}

export function StartScreen({ view, onStart }: StartScreenProps) {
  const { text, hint, action } = wordsOf(view);
  const takes = view.phase === "taken" || view.phase === "lost";
  return (
    <section className="speaker-start" aria-label="Müziği başlatma">
      <div role="status">
        <p className="speaker-start-text">{text}</p>
        <p className="speaker-start-hint">{hint}</p>
      </div>
      <Button
        className="speaker-start-button"
        look="primary"
        icon="play"
        busy={view.phase === "claiming"}
        onClick={() => onStart(takes)}
      >
        {action}
      </Button>
    </section>
  );
}

function wordsOf({ phase, state, isReached, refusal }: SpeakerView): Words {
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
