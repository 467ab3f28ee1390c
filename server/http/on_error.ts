// Turns a thrown error into its answer (docs/http.md#errors).
import { getLogger } from "@logtape/logtape";
import type { Context } from "hono";
import { unavailability } from "../../db/errors.ts";
import { DomainError } from "../errors.ts";
import { loggedPath } from "./access_log.ts";
import type { AppEnv } from "./env.ts";
import { ERROR_TABLE, NEED_CODE } from "./error_table.ts";

/** For `Retry-After`, if the database is busy. */
const DATABASE_RETRY_S = 2;

const log = getLogger(["siradaki", "http"]);

/** The app's `onError`. An unknown error is logged, and the caller gets one fixed sentence. */
export function onError(thrown: Error, c: Context<AppEnv>): Response {
  const error = toDomainError(thrown);
  if (error.code === "internal" || error.code === "database_unavailable") {
    log.error("Cannot answer {method} {path}: {error}", {
      requestId: c.get("requestId"),
      method: c.req.method,
      path: loggedPath(c),
      error: thrown,
    });
  }
  return errorAnswer(c, error);
}

/** The answer for a DomainError, which the access log then says. */
export function errorAnswer(c: Context<AppEnv>, error: DomainError): Response {
  const [status, msg] = ERROR_TABLE[error.code];
  const { retryAfterS, allow, waitingId, accountId } = error.detail;
  const caller = c.get("caller");
  c.set("refusal", {
    code: error.code,
    accountId: accountId ?? caller?.accountId,
    role: caller?.role,
  });
  if (retryAfterS !== undefined) {
    c.header("Retry-After", String(Math.max(1, Math.ceil(retryAfterS))));
  }
  if (allow) c.header("Allow", allow.join(", "));
  if (waitingId !== undefined) c.header("Waiting-Request", waitingId);
  // The same status as of a wrong password, whose screen asks again: this tells the two apart.
  if (NEED_CODE.includes(error.code)) c.header("Second-Factor", "required");
  return c.json({ msg: error.detail.msg ?? msg }, status);
}

function toDomainError(thrown: Error): DomainError {
  if (thrown instanceof DomainError) return thrown;
  // drizzle wraps the errors of reads, so the cause has to be found.
  if (unavailability(thrown)) {
    return new DomainError("database_unavailable", { retryAfterS: DATABASE_RETRY_S }, {
      cause: thrown,
    });
  }
  return new DomainError("internal", {}, { cause: thrown });
}
