// What the panel's screens share, constructed once (main.tsx) and handed on in the router's context.
import { useRouter } from "@tanstack/react-router";
import { type Confirmation, createConfirmation } from "../lib/confirmation.ts";
import { createNotices, type Notices } from "../lib/notices.ts";
import { createSession, type Session } from "../lib/session.ts";
import { createStore, type Store } from "../lib/store.ts";
import { type Api, createApi } from "./api.ts";
import { type Chime, createChime } from "./live/chime.ts";
import { createLiveCafe, type LiveCafe } from "./live/live_cafe.ts";
import { mayOpen } from "./may_open.ts";
import { createPointerGuard, type PointerGuard } from "./pointer_guard.ts";
import { createRenewal } from "./renew_login.ts";
import { endSentence } from "./login_end.ts";
import type { OpenSpeaker } from "./speaker/open_speaker.ts";
import { createUndo, type Undo } from "./undo.ts";
import { createUnsavedChanges, type UnsavedChanges } from "./unsaved_changes.ts";

export interface PanelServices {
  api: Api;
  chime: Chime;
  confirmation: Confirmation;
  liveCafe: LiveCafe;
  notices: Notices;
  pointerGuard: PointerGuard;
  /** To be called while the panel is used. It never throws. */
  renewLogin: () => Promise<void>;
  session: Session;
  /** The player of this tab, once its page was opened. It goes on while other screens are shown. */
  speaker: Store<OpenSpeaker | undefined>;
  undo: Undo;
  unsavedChanges: UnsavedChanges;
}

/** `onSessionEnd` is called with the server's sentence when it refuses the login token, which is forgotten by then. */
export function createPanelServices(onSessionEnd: (sentence: string) => void): PanelServices {
  const session = createSession();
  const notices = createNotices();
  const api = createApi(session, { onSessionEnd, onAnswer: () => void renewLogin() });
  const renewLogin = createRenewal(
    session,
    async () => {
      const { token, endsAt } = await api("POST /api/auth/renew");
      // Once a day, as the login is renewed.
      const sentence = endSentence(endsAt);
      if (sentence) notices.show("success", sentence);
      return token;
    },
  );
  const confirmation = createConfirmation();
  const pointerGuard = createPointerGuard();
  const liveCafe = createLiveCafe(
    api,
    pointerGuard,
    () => mayOpen(session, "/panel/music"),
  );
  return {
    api,
    chime: createChime(),
    confirmation,
    liveCafe,
    notices,
    pointerGuard,
    renewLogin,
    session,
    speaker: createStore<OpenSpeaker | undefined>(undefined),
    undo: createUndo({ api, liveCafe, notices }),
    unsavedChanges: createUnsavedChanges(confirmation),
  };
}

/** The services, in a component. */
export function usePanel(): PanelServices {
  return useRouter().options.context;
}
