// The screen of the player's page. It says how to start the player, on which device it is open, what it plays, or why it
// plays nothing.
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { Button, buttonClass } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { useStore } from "../../lib/store.ts";
import { ScreenLoading } from "../ScreenStates.tsx";
import { usePanel } from "../services.ts";
import { TELL_OWNER, useMayOpen } from "../use_may_open.ts";
import { SpeakerDisplay } from "./SpeakerDisplay.tsx";
import { type OpenSpeaker, openSpeaker } from "./open_speaker.ts";
import type { SpeakerView } from "./speaker.ts";
import type { SpeakerState } from "./speaker_machine.ts";

/** Opens this tab's player, unless it is open: it goes on while the panel shows other screens. */
export function SpeakerScreen({ ownerId }: { ownerId: string }) {
  const { api, speaker } = usePanel();
  const opened = useStore(speaker);
  useEffect(() => {
    if (!speaker.current()) speaker.set(openSpeaker(api, ownerId));
  }, [api, speaker, ownerId]);
  return opened ? <Opened speaker={opened} /> : <ScreenLoading />;
}

function Opened({ speaker }: { speaker: OpenSpeaker }) {
  const view = useStore(speaker);
  return view.phase === "on" && !isStarting(view.state)
    ? <SpeakerDisplay speaker={speaker} />
    : <StartScreen view={view} onStart={speaker.start} />;
}

/** Whether a song is to sound, and none has been heard yet. */
function isStarting({ needsPress, playing, isPaused, hasSounded }: SpeakerState): boolean {
  return needsPress || playing !== null && !isPaused && !hasSounded;
}

interface StartScreenProps {
  view: SpeakerView;
  /** `take`: also if another device is the player. */
  onStart: (take: boolean) => void;
}

/** The player before it is heard: one press starts it. If it is open elsewhere, the press takes it over. */
export function StartScreen({ view, onStart }: StartScreenProps) {
  const { text, hint, action } = wordsOf(view);
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
        onClick={() => onStart(isElsewhere(view))}
      >
        {action}
      </Button>
    </section>
  );
}

interface Words {
  text: string;
  hint: string;
  action: string;
}

/** Whether another tab or device is the player, so that a press takes it over. */
function isElsewhere({ phase, isNearby }: SpeakerView): boolean {
  return phase === "taken" || phase === "lost" || phase === "off" && isNearby;
}

/** What the screen says, and the label of its button. */
function wordsOf(view: SpeakerView): Words {
  const { phase, state, isReached, refusal, isNearby } = view;
  if (isElsewhere(view)) {
    return {
      // The server knows only that it is another tab.
      text: isNearby ? "Oynatıcı bu cihazda başka bir sekmede açık." : refusal,
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
  if (phase === "on" && !state.needsPress) {
    return {
      text: "Müzik başlıyor…",
      hint: "Başlamazsa düğmeye bir kez basın.",
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

interface NotHereProps {
  /** What the source in use is called; undefined if that is not known. */
  label: string | undefined;
  /** Why the cafe's own files cannot be used; null if another source is in use. */
  reason: string | null;
}

const ELSEWHERE = "Müziğiniz şu anda bu sayfadan çalmıyor.";

/** Why this page plays nothing: the cafe's music comes from elsewhere, or its files cannot be used yet. */
export function NotHere({ label, reason }: NotHereProps) {
  const mayChoose = useMayOpen()("/panel/music");
  return (
    <EmptyState
      text={reason ?? ELSEWHERE + (label ? ` Kaynak: ${label}.` : "")}
      hint={reason === null && mayChoose
        ? "Bu sayfa kafenizin kendi müzik dosyalarını çalar. Kaynağı Müzik ekranında seçersiniz."
        : undefined}
    >
      {mayChoose
        ? <Link to="/panel/music" className={buttonClass()}>Müzik ekranına git</Link>
        : <p>{TELL_OWNER}</p>}
    </EmptyState>
  );
}
