// Sends a text that is kept, compressed as the client accepts.
import type { Context } from "hono";
import { type EncodedText, encodingFor } from "./encoded_text.ts";

/** Answers 200 with `text` and these headers. */
export async function sendEncoded(
  c: Context,
  text: EncodedText,
  headers: Record<"Content-Type" | "Cache-Control", string>,
): Promise<Response> {
  const encoding = encodingFor(text, c.req.header("accept-encoding"));
  return c.body(await text.encoded(encoding), 200, {
    ...headers,
    "Vary": "Accept-Encoding",
    ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
  });
}
