// The document in which the panel's program runs; it renders itself in the browser.
import { Loading } from "../../client/components/Loading.tsx";
import type { DocumentMaker } from "./document.tsx";

/** The panel's screens (spec 2). What is not listed is not found. */
export const PANEL_PATHS = [
  "/panel/login",
  "/panel/register",
  "/panel/verify",
  "/panel/forgot-password",
  "/panel/reset-password/:token",
  "/panel/dashboard",
  "/panel/payouts",
  "/panel/profile",
  "/panel/share",
  "/admin/payouts",
];

/** The same for every screen: the program reads the address. */
export function panelShell(document: DocumentMaker): string {
  return document({
    title: "Sıradaki",
    description: "Kafe sahipleri için Sıradaki paneli.",
    look: "panel",
    program: "panel",
    body: (
      <>
        <div id="panel">
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
