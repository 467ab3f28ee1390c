// Sends a rendered page.
import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import type { EncodedText } from "../http/encoded_text.ts";
import type { AppEnv } from "../http/env.ts";
import { sendEncoded } from "../http/send_encoded.ts";

export function sendPage(
  deps: Pick<Deps, "answers">,
  c: Context<AppEnv>,
  page: EncodedText,
  cacheControl: string,
): Promise<Response> {
  return sendEncoded(deps, c, page, {
    "Content-Type": "text/html; charset=UTF-8",
    "Cache-Control": cacheControl,
  });
}
