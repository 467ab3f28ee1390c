// The login that this browser holds: a token in local storage (spec 6).
import type { Role } from "../../server/contract/access.ts";
import type { TokenPayload } from "../../server/contract/auth.ts";

const KEY = "siradaki.token";

/** The id of whoever this page shows the facts of. */
let here: string | undefined;

/** The stored token, or null. */
export function readToken(): string | null {
  return localStorage.getItem(KEY);
}

export function storeToken(token: string): void {
  localStorage.setItem(KEY, token);
  here = storedUser()?.id;
}

/** Ends the login in this browser; from then on this page is for nobody. */
export function forgetToken(): void {
  localStorage.removeItem(KEY);
  here = undefined;
}

/**
 * The role inside the stored token, undefined where there is none that can be read; whose it is, they are who this
 * page is for from now on. It chooses screens and nothing else: the server reads the role from its database.
 */
export function enterAs(): Role | undefined {
  const user = storedUser();
  here ??= user?.id;
  return user?.role === "owner" || user?.role === "admin" ? user.role : undefined;
}

/** Whether whoever this page is used by is still logged in: the token is shared with the browser's other tabs. */
export function isStillLoggedIn(): boolean {
  return here !== undefined && storedUser()?.id === here;
}

/**
 * Calls `other` where another tab has logged in as somebody else: what stands on this page is not theirs, and
 * would be saved with their token. Calls `nobody` where another tab has logged out: it is nobody's to see.
 */
export function onLoginElsewhere(other: () => void, nobody: () => void): void {
  const look = () => {
    if (here === undefined || isStillLoggedIn()) return;
    if (readToken() === null) nobody();
    else other();
  };
  addEventListener("storage", look);
  // A page that Back brings back as it was left was told of nothing meanwhile.
  addEventListener("pageshow", look);
}

function storedUser(): Partial<TokenPayload["user"]> | undefined {
  const payload = readToken()?.split(".")[1];
  if (!payload) return;
  try {
    return JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))).user;
  } catch {
    return;
  }
}
