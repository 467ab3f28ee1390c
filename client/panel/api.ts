// Makes the calls that need a login, with the session's token.
import type { Arguments, Input, LoginCall, Reply } from "../lib/calls.ts";
import type { ErrorCode } from "../../server/contract/error_codes.ts";
import { type ApiError, isRefused, send } from "../lib/http.ts";
import type { Session } from "../lib/session.ts";

/** Makes a call and returns its answer. @throws ApiError, NetworkError (lib/http.ts) */
export type Api = <N extends LoginCall>(
  name: N,
  ...args: Arguments<Input<N>>
) => Promise<Reply<N>>;

export interface ApiEvents {
  /** The server has refused the session's token. The token is forgotten by then. */
  onSessionEnd(refusal: ApiError): void;
  /** The server has answered a call: it can be reached, and the login goes on. */
  onAnswer(): void;
}

/** A token that works no more is refused with these. */
export const LOGIN_OVER: readonly ErrorCode[] = ["unauthenticated", "membership_ended"];

/**
 * If the server refuses the session's token, it is forgotten and `onSessionEnd` is called. Neither happens for a call
 * made after the user has logged out here: they know, and are on their way to the login already.
 */
export function createApi(session: Session, { onSessionEnd, onAnswer }: ApiEvents): Api {
  return async <N extends LoginCall>(name: N, ...[input]: Arguments<Input<N>>) => {
    const attempt = async (token: string | null) => {
      const reply = await send(name, { ...(input as object | undefined), token }) as Reply<N>;
      onAnswer();
      return reply;
    };
    const token = session.readToken();
    try {
      return await attempt(token);
    } catch (error) {
      if (!isRefused(error, ...LOGIN_OVER)) throw error;
      // A new password replaces the token of all tabs. What was refused has changed nothing, so it is made again.
      if (name !== "PUT /api/auth/password") await session.settled();
      const renewed = session.readToken();
      if (renewed !== null && renewed !== token && session.isStillLoggedIn()) {
        return await attempt(renewed);
      }
      endSession(token, error);
      throw error;
    }
  };

  // Only if the refused token is still the session's: another tab may have logged in again meanwhile.
  function endSession(refused: string | null, refusal: ApiError): void {
    if (!session.isEntered() || session.readToken() !== refused) return;
    session.forgetToken();
    onSessionEnd(refusal);
  }
}
