// Ends this login, here and on the server.
import { useNavigate } from "@tanstack/react-router";
import { Icon } from "../components/Icon.tsx";
import { forgetToken } from "../lib/session.ts";
import { api } from "./api.ts";
import { mayLeave } from "./leave_question.ts";

export function LogoutButton() {
  const navigate = useNavigate();
  const logOut = async () => {
    if (!await mayLeave()) return;
    // Whoever leaves, leaves, whether or not the server is in reach.
    await api.logout().catch(() => {});
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
