// The panel's calls, typed by the contract.
import type {
  Credentials,
  EmailOnly,
  MsgAnswer,
  PasswordReset,
  Registration,
  TokenAnswer,
  Verification,
} from "../../server/contract/auth.ts";
import type { OwnCafe, Profile } from "../../server/contract/cafes.ts";
import type {
  Earnings,
  Payout,
  PayoutSummary,
  PendingPayout,
} from "../../server/contract/payouts.ts";
import type { AuthStatus, TicketAnswer } from "../../server/contract/music.ts";
import type { PlayerState } from "../../server/contract/playback.ts";
import type { Decision, SongRequest } from "../../server/contract/requests.ts";
import { ApiError, call, type CallOptions } from "../lib/http.ts";
import type { Session } from "../lib/session.ts";

export type Api = ReturnType<typeof createApi>;

/**
 * The server's calls, with the token of `session`. Each throws ApiError or NetworkError. If the server refuses the
 * token, it is forgotten and `onSessionEnd` is called.
 */
export function createApi(session: Session, onSessionEnd: () => void) {
  const anyone = {
    login: (body: Credentials) => call<TokenAnswer>("POST", "/api/auth/login", { body }),
    register: (body: Registration) => call<MsgAnswer>("POST", "/api/auth/register", { body }),
    verify: (body: Verification) => call<TokenAnswer>("POST", "/api/auth/verify", { body }),
    resendCode: (body: EmailOnly) => call<MsgAnswer>("POST", "/api/auth/resend-code", { body }),
    forgotPassword: (body: EmailOnly) =>
      call<MsgAnswer>("POST", "/api/auth/forgot-password", { body }),
    resetPassword: (token: string, body: PasswordReset) =>
      call<MsgAnswer>("PUT", `/api/auth/reset-password/${encodeURIComponent(token)}`, { body }),
  };

  const owner = {
    status: () => authed<AuthStatus>("GET", "/api/auth/status"),
    logout: () => authed<void>("POST", "/api/auth/logout"),
    ticket: () => authed<TicketAnswer>("POST", "/api/spotify/ticket"),
    disconnect: () => authed<MsgAnswer>("POST", "/api/spotify/disconnect", { body: {} }),
    player: () => authed<PlayerState>("GET", "/api/spotify/player"),
    chooseDevice: (deviceId: string) =>
      authed<void>("PUT", "/api/spotify/device", { body: { deviceId } }),
    requests: () => authed<SongRequest[]>("GET", "/api/requests"),
    decide: (id: string, body: Decision) =>
      authed<SongRequest>("PUT", `/api/requests/${encodeURIComponent(id)}`, { body }),
    playNext: () => authed<MsgAnswer>("POST", "/api/requests/play-next"),
    cafe: () => authed<OwnCafe>("GET", "/api/cafes/me"),
    saveProfile: (body: Profile) => authed<OwnCafe>("POST", "/api/cafes", { body }),
    payoutSummary: () => authed<PayoutSummary>("GET", "/api/payouts/summary"),
    payouts: () => authed<Payout[]>("GET", "/api/payouts"),
    earnings: (days: number) => authed<Earnings>("GET", `/api/payouts/earnings?days=${days}`),
    payoutsCsv: () => authedFile("/api/payouts/history.csv"),
    accountExport: () => authedFile("/api/account/export"),
    deleteAccount: (password: string) =>
      authed<void>("POST", "/api/account/delete", { body: { password } }),
  };

  const admin = {
    pendingPayouts: () => authed<PendingPayout[]>("GET", "/api/admin/payouts"),
    markPaid: (payoutId: string) =>
      authed<MsgAnswer>("PUT", `/api/admin/payouts/${encodeURIComponent(payoutId)}/paid`, {
        body: {},
      }),
    pendingCsv: () => authedFile("/api/admin/payouts/pending.csv"),
  };

  return { ...anyone, ...owner, admin };

  async function authed<T>(
    method: string,
    path: string,
    options: Pick<CallOptions, "body" | "file"> = {},
  ): Promise<T> {
    const token = session.readToken();
    try {
      return await call<T>(method, path, { ...options, token });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) endSession(token);
      throw error;
    }
  }

  /** A file that needs the login token, which a link could not send. */
  function authedFile(path: string): Promise<Blob> {
    return authed<Blob>("GET", path, { file: true });
  }

  /** Ends the session of the token that was refused, unless another tab has logged in again meanwhile. */
  function endSession(refused: string | null): void {
    if (session.readToken() !== refused) return;
    session.forgetToken();
    onSessionEnd();
  }
}
