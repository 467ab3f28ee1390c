// The panel's script: constructs what its screens share, and starts the router.
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { addIcons } from "../components/Icon.tsx";
import { showSentencesBy } from "../components/Notice.tsx";
import { PANEL_ICONS } from "../components/panel_icons.ts";
import { wholeWords } from "../components/whole_words.tsx";
import { ApiError, isRefused, NetworkError } from "../lib/http.ts";
import { createPanelRouter, focusHeadings } from "./router.tsx";
import { fetchScripts, isMissingScript, markMissingScripts } from "./missing_script.ts";
import { createPanelServices } from "./services.ts";
import { keepsSiteData, SiteDataBlocked } from "./SiteDataBlocked.tsx";

addIcons(PANEL_ICONS);
showSentencesBy(wholeWords);
markMissingScripts();
const place = document.getElementById("panel")!;
/** For who ends the panel before its document ends. */
export const root = createRoot(place, { onCaughtError: logUnexpected });
if (keepsSiteData()) start();
else root.render(<SiteDataBlocked />);

function start(): void {
  const services = createPanelServices(askToLogIn);
  const router = createPanelRouter(services);
  services.session.onLoginElsewhere(() => {
    // There is no question about it: the music is another user's.
    services.speaker.current()?.leave();
    location.reload();
  }, () => {
    // Unsaved text stays on the screen: the same user may log in again and save it.
    if (services.unsavedChanges.exist()) return;
    services.session.forgetToken();
    askToLogIn();
  });
  // A tab may be left open for weeks, and make no call while it is hidden.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void services.renewLogin();
  });
  focusHeadings(router);
  root.render(<RouterProvider router={router} />);
  void fetchScripts(place.dataset.scripts?.split(" ") ?? []);

  /** Who does not belong to the cafe any more reads so. */
  function askToLogIn(refusal?: ApiError): void {
    router.navigate({
      to: "/panel/login",
      state: {
        message: isRefused(refusal, "membership_ended")
          ? refusal.msg
          : "Oturumunuz sona erdi. Lütfen tekrar giriş yapın.",
        messageKind: "info",
        returnTo: router.state.location.href,
      },
    });
  }
}

/** Logs bugs. A refused or failed call is no bug: the user is told of it (ScreenStates.tsx). */
function logUnexpected(error: unknown): void {
  const isTold = error instanceof ApiError || error instanceof NetworkError ||
    isMissingScript(error);
  if (!isTold) console.error(error);
}
