// The panel's program.
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { ApiError, NetworkError } from "../lib/http.ts";
import { forgetToken, onLoginElsewhere } from "../lib/session.ts";
import { onSessionEnd } from "./api.ts";
import { focusHeadings } from "./focus_headings.ts";
import { holdsUnsaved } from "./leave_question.ts";
import { router } from "./router.tsx";

onSessionEnd(askToLogIn);
// What was typed waits for whoever typed it: the same person may log in again, and nobody else is shown it.
onLoginElsewhere(() => location.reload(), () => {
  if (holdsUnsaved()) return;
  forgetToken();
  askToLogIn();
});
focusHeadings(router);
createRoot(document.getElementById("panel")!, { onCaughtError: logUnexpected })
  .render(<RouterProvider router={router} />);

/** A refused or unreachable call is told to the reader (LoadFailed); anything else is a fault of ours. */
function logUnexpected(error: unknown): void {
  if (!(error instanceof ApiError || error instanceof NetworkError)) console.error(error);
}

function askToLogIn(): void {
  router.navigate({
    to: "/panel/login",
    state: { message: "Oturumunuz sona erdi. Lütfen tekrar giriş yapın.", messageKind: "info" },
  });
}
