// The login of this browser: a token in local storage, which all tabs share (docs/accounts.md#tokens).
import type { Role } from "../../server/contract/access.ts";
import type { TokenPayload } from "../../server/contract/auth.ts";

const KEY = "siradaki.token";

/** The roles that have screens. */
type EnteringRole = Exclude<Role, "cafeless">;

export interface Session {
  /** The stored token, or null. */
  readToken(): string | null;
  /** Logs in: stores the token and binds this page to its user. */
  storeToken(token: string): void;
  /** Logs out in this browser; this page is then bound to no user. */
  forgetToken(): void;
  /**
   * Binds this page to the user of the stored token, unless it is bound already. Returns their role, or undefined
   * without a readable token. The role only chooses screens: the server reads the role from its database.
   */
  enter(): EnteringRole | undefined;
  /** Whether this page is bound to a user: it is until they log out here or the server ends their login. */
  isEntered(): boolean;
  /** Whether the user that this page is bound to is still the one who is logged in. */
  isStillLoggedIn(): boolean;
  /**
   * Watches the other tabs. Calls `onOther` when another user has logged in there: this page shows data that is not
   * theirs, and would save it with their token. Calls `onLogout` when the user has logged out there.
   */
  onLoginElsewhere(onOther: () => void, onLogout: () => void): void;
}

/** The session of this page. */
export function createSession(): Session {
  /** The user whose data this page shows. */
  let userId: string | undefined;

  const session: Session = {
    readToken: () => localStorage.getItem(KEY),
    storeToken(token) {
      localStorage.setItem(KEY, token);
      userId = storedUser()?.id;
    },
    forgetToken() {
      localStorage.removeItem(KEY);
      userId = undefined;
    },
    enter() {
      const user = storedUser();
      userId ??= user?.id;
      const role = user?.role;
      return role === "owner" || role === "staff" || role === "admin" ? role : undefined;
    },
    isEntered: () => userId !== undefined,
    isStillLoggedIn: () => userId !== undefined && storedUser()?.id === userId,
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

function storedUser(): Partial<TokenPayload["user"]> | undefined {
  const payload = localStorage.getItem(KEY)?.split(".")[1];
  if (!payload) return;
  try {
    return JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))).user;
  } catch {
    return;
  }
}
