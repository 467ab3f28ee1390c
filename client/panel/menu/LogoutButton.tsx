// Logs out, in this browser and on the server.
import { useNavigate } from "@tanstack/react-router";
import { Icon } from "../../components/Icon.tsx";
import { mayEndMusic } from "../keep_music.ts";
import { usePanel } from "../services.ts";

export function LogoutButton() {
  const services = usePanel();
  const { api, session, unsavedChanges } = services;
  const navigate = useNavigate();
  const logOut = async () => {
    if (!await unsavedChanges.mayLeave() || !await mayEndMusic(services)) return;
    // The user is logged out here at once, also if the server is slow or cannot be reached: the call has its token.
    api("POST /api/auth/logout").catch(() => {});
    session.forgetToken();
    await navigate({ to: "/panel/login", state: { message: "Çıkış yaptınız." } });
  };
  return (
    <button type="button" className="bar-link" onClick={logOut}>
      <Icon name="exit" />
      <span>Çıkış yap</span>
    </button>
  );
}
