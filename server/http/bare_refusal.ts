// Refusals without the app: while the server stops, and for an error that the app did not catch.
import type { Config } from "../config.ts";
import type { ErrorCode } from "../contract/error_codes.ts";
import { ERROR_TABLE } from "./error_table.ts";
import { commonHeaders } from "./security_headers.ts";

/** The answer for a code, with the headers that the app's own answers have (docs/http.md#headers). */
export function bareRefusal(
  config: Pick<Config, "appOrigin">,
  code: ErrorCode,
  headers: Record<string, string> = {},
): Response {
  const [status, msg] = ERROR_TABLE[code];
  return Response.json({ msg }, {
    status,
    headers: { ...commonHeaders(config), "Cache-Control": "no-store", ...headers },
  });
}
