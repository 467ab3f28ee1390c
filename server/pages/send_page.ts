// Sends a rendered page.
import type { Context } from "hono";
import type { EncodedText } from "../http/encoded_text.ts";
import { sendEncoded } from "../http/send_encoded.ts";

export function sendPage(c: Context, page: EncodedText, cacheControl: string): Promise<Response> {
  return sendEncoded(c, page, {
    "Content-Type": "text/html; charset=UTF-8",
    "Cache-Control": cacheControl,
  });
}
