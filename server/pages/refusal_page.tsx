// Renders an error as a page, for browsers: the error table's sentence with its status.
import type { Context } from "hono";
import { MissingPage } from "../../client/pages/MissingPage.tsx";
import type { DocumentMaker } from "./document.tsx";

/** Turns the JSON answer of http/on_error.ts into a page with the same status and headers. */
export async function refusalPage(
  c: Context,
  document: DocumentMaker,
  refusal: Response,
): Promise<Response> {
  const { msg } = await refusal.json();
  const missing = refusal.status === 404;
  const title = missing ? "Sayfa bulunamadı" : "Sayfa şu anda gösterilemiyor";
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
