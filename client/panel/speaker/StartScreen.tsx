// The player before it plays: one press starts it. If it is open elsewhere, the press takes it over.
import { Button } from "../../components/Button.tsx";
import type { SpeakerView } from "./speaker.ts";
import { wordsOf } from "./start_words.ts";

export interface StartScreenProps {
  view: SpeakerView;
  /** `take`: also if another device is the player. */
  onStart: (take: boolean) => void;
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
