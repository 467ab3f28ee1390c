// Renews the login while the panel is used, so that it does not end in the middle of an evening
// (docs/accounts.md#renewal).
import type { Session } from "../lib/session.ts";

/** One for all tabs of this browser. */
const LOCK = "siradaki.renewal";

/**
 * Returns `renewLogin()`, which renews the session's token if that is due, and never throws. `renew` makes the call and
 * returns the new token.
 */
export function createRenewal(
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
