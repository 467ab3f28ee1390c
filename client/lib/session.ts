// The login that this browser holds: a token in local storage (spec 6).
import type { Role } from "../../server/contract/auth.ts";

const KEY = "siradaki.token";

/** The stored token, or null. */
export function readToken(): string | null {
  return localStorage.getItem(KEY);
}

export function storeToken(token: string): void {
  localStorage.setItem(KEY, token);
}

export function forgetToken(): void {
  localStorage.removeItem(KEY);
}

/**
 * The role inside the stored token, undefined where there is none that can be read. It chooses screens
 * and nothing else: the server reads the role from its database at each call.
 */
export function storedRole(): Role | undefined {
  const payload = readToken()?.split(".")[1];
  if (!payload) return;
  try {
    const { user } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return user?.role === "owner" || user?.role === "admin" ? user.role : undefined;
  } catch {
    return;
  }
}
