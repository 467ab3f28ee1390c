// Renders the document in which the panel runs. The panel renders itself in the browser.
import { Loading } from "../../client/components/Loading.tsx";
import type { Config } from "../config.ts";
import type { DocumentMaker } from "./document.tsx";

/** The same document for every screen: the panel's router reads the path. */
export function panelShell(
  document: DocumentMaker,
  { registration }: Pick<Config, "registration">,
): string {
  return document({
    title: "Sıradaki",
    description: "Kafe sahipleri için Sıradaki paneli.",
    look: "panel",
    program: "panel",
    body: (
      <>
        <div id="panel" data-registration={registration}>
          <main className="panel-waiting">
            <noscript>
              <p>Panel için tarayıcınızda JavaScript açık olmalıdır.</p>
            </noscript>
            <Loading />
          </main>
        </div>
      </>
    ),
  });
}
