// What the player's page shows: how to start, where the player is open, or what it plays.
import { useEffect } from "react";
import { useStore } from "../../lib/store.ts";
import { ScreenLoading } from "../ScreenLoading.tsx";
import { usePanel } from "../services.ts";
import { type OpenSpeaker, openSpeaker } from "./open_speaker.ts";
import { SpeakerDisplay } from "./SpeakerDisplay.tsx";
import { StartScreen } from "./StartScreen.tsx";

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
  return view.phase === "on" && !view.state.needsPress
    ? <SpeakerDisplay speaker={speaker} />
    : <StartScreen view={view} onStart={speaker.start} />;
}
