// Refusals that a person reads in a browser: the sentence of the error table on a page, with its status.
import type { Context } from "hono";
import { MissingPage } from "../../client/pages/MissingPage.tsx";
import type { DocumentMaker } from "./document.tsx";

/** Turns the JSON refusal of http/on_error.ts into a page; status and headers stay. */
export async function refusalPage(
  c: Context,
  document: DocumentMaker,
  refusal: Response,
): Promise<Response> {
  const { msg } = await refusal.json();
  const missing = refusal.status === 404;
  const title = missing ? "Aradığınız sayfa burada değil" : "Şu anda gösteremiyoruz";
  c.header("Cache-Control", "no-store");
  return c.html(
    document({
      title,
      description: msg,
      look: "public",
      body: <MissingPage title={title} text={msg} />,
    }),
    refusal.status as 404,
  );
}
