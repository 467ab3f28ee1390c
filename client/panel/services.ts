// What the panel's screens share, constructed once (main.tsx) and handed on in the router's context.
import { useRouter } from "@tanstack/react-router";
import { type Confirmation, createConfirmation } from "../lib/confirmation.ts";
import { createNotices, type Notices } from "../lib/notices.ts";
import type { ApiError } from "../lib/http.ts";
import { playNotes } from "../lib/play_notes.ts";
import { createSession, type Session } from "../lib/session.ts";
import { createStore, type ReadableStore, type Store } from "../lib/store.ts";
import { type Api, createApi } from "./api.ts";
import { endSentence } from "./login_end.ts";
import { seesAccount } from "./may_open.ts";
import { createQueries, type Queries } from "./queries.ts";
import { createPointerGuard, type PointerGuard } from "./pointer_guard.ts";
import type { OpenSpeaker } from "./speaker/open_speaker.ts";
import { createUndo, type Undo } from "./undo.ts";

const KEY = "siradaki.chime";
/** The frequencies of the chime, in Hz. */
const NOTES = [659.25, 880];
const ALARM = [880, 587.33, 880, 587.33];
/** After one of these a page may make sounds. */
const GESTURES = ["pointerup", "keydown"] as const;

/** `blocked`: it is switched on, but browsers allow no sound before the page was touched. */
type ChimeState = "on" | "off" | "blocked";

export interface Chime extends ReadableStore<ChimeState> {
  /** Switches it on, if it is blocked or off, or off. To be called for a click, which is what browsers wait for. */
  toggle(): void;
  ring(): void;
  /** The music has stopped. It sounds also if the chime of requests is switched off. */
  alarm(): void;
}

export function createChime(): Chime {
  const store = createStore<ChimeState>(localStorage.getItem(KEY) === "off" ? "off" : "blocked");
  let audio: AudioContext | undefined;
  for (const gesture of GESTURES) {
    addEventListener(gesture, () => wake(), { capture: true, passive: true });
  }
  if (navigator.userActivation?.hasBeenActive) wake();

  return {
    ...store,
    toggle() {
      const on = store.current() !== "on";
      localStorage.setItem(KEY, on ? "on" : "off");
      store.set(on ? "blocked" : "off");
      if (on) wake(ring);
    },
    ring,
    alarm() {
      if (audio?.state === "running") playNotes(audio, ALARM);
    },
  };

  /** Lets the browser allow sounds, if they are wanted, and calls `then` once it has. */
  function wake(then?: () => void): void {
    if (typeof AudioContext === "undefined") return;
    if (audio?.state === "running") {
      follow();
      return then?.();
    }
    // Also while the chime is off: the alarm is to be heard.
    audio ??= new AudioContext();
    // A phone that was locked, or a call, stops the sound until the next gesture.
    audio.onstatechange = follow;
    audio.resume().then(() => {
      follow();
      then?.();
    }, () => {});
  }

  function follow(): void {
    if (store.current() !== "off") store.set(audio?.state === "running" ? "on" : "blocked");
  }

  function ring(): void {
    if (store.current() !== "on" || !audio) return;
    playNotes(audio, NOTES);
  }
}

/** One for all tabs of this browser. */
const LOCK = "siradaki.renewal";

/**
 * Returns `renewLogin()`, which renews the session's token if that is due, and never throws. `renew` makes the call and
 * returns the new token.
 */
function createRenewal(
  session: Session,
  renew: () => Promise<string>,
): () => Promise<void> {
  return async () => {
    if (session.isRenewalDue()) await unlessElsewhere(renewOnce);
  };

  async function renewOnce(): Promise<void> {
    const token = session.readToken();
    // Another tab may have renewed it since.
    if (token === null || !session.isRenewalDue()) return;
    session.beginRenewal();
    try {
      session.renewToken(token, await renew());
    } catch {
      // The token still works, or the refused call has ended the session. It is tried again later.
    }
  }
}

/**
 * Does the work unless another tab is at it. Browsers have locks only on secure addresses: without them two tabs may
 * renew in the same moment, and both of the new tokens work.
 */
async function unlessElsewhere(work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return await work();
  await locks.request(LOCK, { ifAvailable: true }, (lock) => lock ? work() : undefined);
}

interface UnsavedChanges {
  /** Called by the screen that holds unsaved changes, and again when they are saved or gone. */
  set(unsaved: boolean): void;
  exist(): boolean;
  /** Resolves to whether the user may leave: nothing would be lost, or they confirmed it. */
  mayLeave(): Promise<boolean>;
}

export function createUnsavedChanges(confirmation: Confirmation): UnsavedChanges {
  let unsaved = false;
  return {
    set: (value) => void (unsaved = value),
    exist: () => unsaved,
    async mayLeave() {
      if (!unsaved) return true;
      const confirmed = await confirmation.ask({
        title: "Kaydedilmemiş değişiklikler",
        text: "Yaptığınız değişiklikler kaydedilmedi. Sayfadan ayrılırsanız kaybolacak.",
        action: "Kaydetmeden ayrıl",
        danger: true,
      });
      if (confirmed) unsaved = false;
      return confirmed;
    },
  };
}

export interface PanelServices {
  api: Api;
  chime: Chime;
  confirmation: Confirmation;
  notices: Notices;
  pointerGuard: PointerGuard;
  queries: Queries;
  /** To be called while the panel is used. It never throws. */
  renewLogin: () => Promise<void>;
  session: Session;
  /** The player of this tab, once its page was opened. It goes on while other screens are shown. */
  speaker: Store<OpenSpeaker | undefined>;
  undo: Undo;
  unsavedChanges: UnsavedChanges;
}

/** `onSessionEnd` is called with the server's refusal of the login token, which is forgotten by then. */
export function createPanelServices(onSessionEnd: (refusal: ApiError) => void): PanelServices {
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
  const queries = createQueries(api, pointerGuard, () => seesAccount(session));
  return {
    api,
    chime: createChime(),
    confirmation,
    notices,
    pointerGuard,
    queries,
    renewLogin,
    session,
    speaker: createStore<OpenSpeaker | undefined>(undefined),
    undo: createUndo({ api, notices, queries }),
    unsavedChanges: createUnsavedChanges(confirmation),
  };
}

export function usePanel(): PanelServices {
  return useRouter().options.context;
}
