// Switches the sound for new requests on and off.
import { Icon } from "../../components/Icon.tsx";
import { useStore } from "../../lib/store.ts";
import { usePanel } from "../services.ts";

const WORDS = {
  on: "açık",
  off: "kapalı",
  // Browsers allow no sound before the page was touched.
  blocked: "için dokunun",
} as const;

export function ChimeButton() {
  const { chime } = usePanel();
  const state = useStore(chime);
  const words = WORDS[state];
  return (
    <button
      type="button"
      className="heading-button chime"
      title={`Yeni istekte ses ${words}`}
      onClick={chime.toggle}
    >
      <Icon name={state === "on" ? "bell" : "bellOff"} />
      <span className="visually-hidden">Yeni istekte</span>
      <span className="chime-words">Ses {words}</span>
    </button>
  );
}
