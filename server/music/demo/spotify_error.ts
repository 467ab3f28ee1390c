// Errors in the two forms of the protocol: the Web API's and OAuth's (RFC 6749, 5.2).
import { getLogger } from "@logtape/logtape";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { DomainError } from "../../errors.ts";

const log = getLogger(["siradaki", "demo"]);

/** An error of `/v1`: `{"error":{"status","message","reason"?}}`. */
export class SpotifyError extends Error {
  override name = "SpotifyError";
  constructor(
    readonly status: ContentfulStatusCode,
    message: string,
    readonly reason?: string,
  ) {
    super(message);
  }
}

/** An error of `/api/token`: 400 `{"error","error_description"}`. */
export class OAuthError extends Error {
  override name = "OAuthError";
  constructor(readonly code: string, readonly description: string) {
    super(code);
  }
}

/** The account's `onError`. */
export function onSpotifyError(thrown: Error, c: Context): Response {
  if (thrown instanceof OAuthError) {
    return c.json({ error: thrown.code, error_description: thrown.description }, 400);
  }
  const error = thrown instanceof SpotifyError ? thrown : unexpected(thrown, c);
  const { status, message, reason } = error;
  if (status === 401) {
    c.header("WWW-Authenticate", `Bearer realm="spotify", error="invalid_token"`);
  }
  return c.json({ error: { status, message, ...(reason && { reason }) } }, status);
}

function unexpected(error: Error, c: Context): SpotifyError {
  if (error instanceof DomainError) return new SpotifyError(400, "Malformed request");
  log.error("Cannot answer {method} {path} as the demo music account: {error}", {
    method: c.req.method,
    path: c.req.path,
    error,
  });
  return new SpotifyError(500, "Server error");
}
