// Logs out, in this browser and on the server.
import { useNavigate } from "@tanstack/react-router";
import { Icon } from "../components/Icon.tsx";
import { usePanel } from "./services.ts";

/** How long logging out waits for the server. The call continues after that. */
const LOGOUT_TIMEOUT_MS = 3000;

export function LogoutButton() {
  const { api, session, unsavedChanges } = usePanel();
  const navigate = useNavigate();
  const logOut = async () => {
    if (!await unsavedChanges.mayLeave()) return;
    // The user is logged out here even if the server cannot be reached.
    await Promise.race([
      api("POST /api/auth/logout").catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT_MS)),
    ]);
    session.forgetToken();
    await navigate({ to: "/panel/login", state: { message: "Çıkış yaptınız." } });
  };
  return (
    <button type="button" className="bar-link" onClick={logOut}>
      <Icon name="exit" />
      <span>Çıkış Yap</span>
    </button>
  );
}
