// The login of this browser: a token in local storage, which all tabs share (docs/accounts.md#tokens).
import { type Role, ROLES } from "../../server/contract/access.ts";
import type { TokenPayload } from "../../server/contract/auth.ts";
import { DAY_MS, MINUTE_MS } from "../../server/contract/clock.ts";

const KEY = "siradaki.token";
/** When the token is to be renewed, in epoch ms by this device's clock, which may differ from the server's. */
const RENEW_AT_KEY = "siradaki.renewAt";
/** Since when a tab changes the token, in epoch ms. */
const CHANGING_KEY = "siradaki.changing";
/** A change of login is over after this time: no call takes longer. */
const CHANGE_MS = 30_000;
const SETTLING_MS = 100;
/** After this long a renewal is tried again that has failed, or that another tab has begun and not finished. */
const RETRY_MS = 5 * MINUTE_MS;

export interface Session {
  readToken(): string | null;
  /** Logs in, or goes to another cafe of the login: stores the token and binds this page to its user and cafe. */
  storeToken(token: string): void;
  /** Logs out in this browser; this page is then bound to no user. */
  forgetToken(): void;
  /**
   * Binds this page to the user and the cafe of the stored token, unless it is bound already. Returns their role, or
   * undefined without a readable token. The role only chooses screens: the server reads the role from its database.
   */
  enter(): Role | undefined;
  /** The role of the stored token, as `enter`, without binding the page. */
  role(): Role | undefined;
  /** Whether this page is bound to a user: it is until they log out here or the server ends their login. */
  isEntered(): boolean;
  /** Whether the user that this page is bound to is still the one who is logged in. */
  isStillLoggedIn(): boolean;
  /**
   * Names the user who is logged in and the cafe that the token speaks for, however often it was renewed. A person at
   * another of their cafes is another user: nothing of the one may be shown at, or saved for, the other.
   */
  user(): string | undefined;
  /** The owner's id of the cafe that the token speaks for. */
  cafe(): string | undefined;
  /** Whether this page's user has had the token for a day, and no tab has tried to renew it a short time ago. */
  isRenewalDue(): boolean;
  /** A renewal begins in this tab: for some minutes it is due in none. */
  beginRenewal(): void;
  /** Stores the renewal of the token `old`, unless this browser has another login by now, or none. */
  renewToken(old: string, renewed: string): void;
  /**
   * Changes the token: `work` makes the call after which the present one works no more, and returns the new one. Calls of
   * all tabs that are refused meanwhile wait for it (`settled`).
   */
  changeToken(work: () => Promise<string>): Promise<void>;
  /** Resolves when no tab changes the token. */
  settled(): Promise<void>;
  /**
   * Watches the other tabs. Calls `onOther` when another user has logged in there: this page shows data that is not
   * theirs, and would save it with their token. Calls `onLogout` when the user has logged out there.
   */
  onLoginElsewhere(onOther: () => void, onLogout: () => void): void;
}

export function createSession(): Session {
  /** The user whose data this page shows, at their cafe. */
  let userId: string | undefined;

  const session: Session = {
    readToken: () => localStorage.getItem(KEY),
    storeToken(token) {
      keep(token);
      userId = session.user();
    },
    forgetToken() {
      [KEY, RENEW_AT_KEY].forEach((key) => localStorage.removeItem(key));
      userId = undefined;
    },
    enter() {
      userId ??= session.user();
      return session.role();
    },
    role() {
      const role = storedPayload()?.user?.role;
      return ROLES.find((known) => known === role);
    },
    isEntered: () => userId !== undefined,
    isStillLoggedIn: () => userId !== undefined && session.user() === userId,
    user() {
      const { user, cafe } = storedPayload() ?? {};
      return user?.id && [user.id, cafe].join(" ");
    },
    cafe() {
      const { user, cafe } = storedPayload() ?? {};
      return cafe ?? user?.id;
    },
    isRenewalDue() {
      const nowMs = Date.now();
      const renewAt = renewAtMs();
      // A time that far ahead was stored before the clock was set back.
      return session.isStillLoggedIn() && (nowMs >= renewAt || renewAt > nowMs + DAY_MS);
    },
    beginRenewal: () => localStorage.setItem(RENEW_AT_KEY, String(Date.now() + RETRY_MS)),
    renewToken(old, renewed) {
      if (session.readToken() === old) keep(renewed);
    },
    async changeToken(work) {
      const old = session.readToken();
      localStorage.setItem(CHANGING_KEY, String(Date.now()));
      try {
        const renewed = await work();
        if (old !== null) session.renewToken(old, renewed);
      } finally {
        localStorage.removeItem(CHANGING_KEY);
      }
    },
    async settled() {
      while (isChanging()) await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
    },
    onLoginElsewhere(onOther, onLogout) {
      const check = () => {
        if (userId === undefined || session.isStillLoggedIn()) return;
        if (session.readToken() === null) onLogout();
        else onOther();
      };
      addEventListener("storage", check);
      // A page that the Back button restores received no events while it was hidden.
      addEventListener("pageshow", check);
    },
  };
  return session;
}

/** Not if the tab that began it was closed before it ended. */
function isChanging(): boolean {
  const passedMs = Date.now() - Number(localStorage.getItem(CHANGING_KEY) ?? NaN);
  return passedMs >= 0 && passedMs < CHANGE_MS;
}

function keep(token: string): void {
  localStorage.setItem(KEY, token);
  localStorage.setItem(RENEW_AT_KEY, String(Date.now() + DAY_MS));
}

/** NaN if it is not known. A token from before renewals is renewed a day after it was issued. */
function renewAtMs(): number {
  const stored = localStorage.getItem(RENEW_AT_KEY);
  return stored === null ? Number(storedPayload()?.iat) * 1000 + DAY_MS : Number(stored);
}

function storedPayload(): StoredPayload | undefined {
  const payload = localStorage.getItem(KEY)?.split(".")[1];
  if (!payload) return;
  try {
    return JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return;
  }
}

/** Nothing of it is certain: it is read without its signature. */
type StoredPayload = { user?: Partial<TokenPayload["user"]>; cafe?: string; iat?: number };
