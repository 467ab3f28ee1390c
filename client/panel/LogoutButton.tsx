// Ends this login, here and on the server.
import { useNavigate } from "@tanstack/react-router";
import { Icon } from "../components/Icon.tsx";
import { forgetToken } from "../lib/session.ts";
import { api } from "./api.ts";
import { mayLeave } from "./leave_question.ts";

/** How long the server may take to hear of it. The call goes on after that. */
const PATIENCE_MS = 3000;

export function LogoutButton() {
  const navigate = useNavigate();
  const logOut = async () => {
    if (!await mayLeave()) return;
    // Whoever leaves, leaves, whether or not the server is in reach.
    await Promise.race([
      api.logout().catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
    ]);
    forgetToken();
    await navigate({ to: "/panel/login", state: { message: "Çıkış yaptınız." } });
  };
  return (
    <button type="button" className="bar-link" onClick={logOut}>
      <Icon name="exit" />
      <span>Çıkış Yap</span>
    </button>
  );
}
