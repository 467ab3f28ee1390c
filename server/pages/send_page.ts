// Sends a rendered page, compressed as the browser accepts.
import type { Context } from "hono";
import { type EncodedText, encodingFor } from "../http/encoded_text.ts";

export async function sendPage(
  c: Context,
  page: EncodedText,
  cacheControl: string,
): Promise<Response> {
  const encoding = encodingFor(page, c.req.header("accept-encoding"));
  return c.body(await page.encoded(encoding), 200, {
    "Content-Type": "text/html; charset=UTF-8",
    "Cache-Control": cacheControl,
    "Vary": "Accept-Encoding",
    ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
  });
}
