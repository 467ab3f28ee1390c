// The player of this tab, put together for a browser.
import { watchRoom } from "../../lib/live.ts";
import type { Api } from "../api.ts";
import { createDecks } from "./decks.ts";
import { followMediaSession } from "./media_session.ts";
import { createSpeaker, type Speaker } from "./speaker.ts";
import { createSpeakerSettings, type SpeakerSettings } from "./speaker_settings.ts";
import { createTab } from "./tab.ts";
import { startWorkerClock } from "./worker_clock.ts";
import { keepAwakeWhileOn } from "./keep_awake_while_on.ts";

export interface OpenSpeaker extends Speaker {
  settings: SpeakerSettings;
}

/** The player of the cafe of `ownerId`. It goes on in this tab if it was on before. */
export function openSpeaker(api: Api, ownerId: string): OpenSpeaker {
  const settings = createSpeakerSettings();
  const speaker = createSpeaker({
    api,
    tab: createTab(sessionStorage),
    decks: (onEvent) => createDecks({ settings, isOnline: () => navigator.onLine, onEvent }),
    startClock: startWorkerClock,
    watch: (onChange) => watchRoom(ownerId, { onChange }),
  });
  const ends = [followMediaSession(speaker, api), keepAwakeWhileOn(speaker)];
  speaker.goOn();
  return {
    ...speaker,
    settings,
    close() {
      ends.forEach((end) => end());
      speaker.close();
    },
  };
}
