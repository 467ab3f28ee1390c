// Sends a text that is kept, compressed as the client accepts.
import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import { type EncodedText, encodingFor } from "./encoded_text.ts";
import type { AppEnv } from "./env.ts";

/** Answers 200 with `text` and these headers. */
export async function sendEncoded(
  { answers }: Pick<Deps, "answers">,
  c: Context<AppEnv>,
  text: EncodedText,
  headers: Record<"Content-Type" | "Cache-Control", string>,
): Promise<Response> {
  const encoding = encodingFor(text, c.req.header("accept-encoding"));
  return answers.send(c, await text.encoded(encoding), 200, {
    ...headers,
    "Vary": "Accept-Encoding",
    ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
  });
}
