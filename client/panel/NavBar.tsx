// The owner's navigation bar. On a phone it is at the bottom of the screen.
import { Link } from "@tanstack/react-router";
import { Brand } from "../components/Brand.tsx";
import { useStore } from "../lib/store.ts";
import { Icon, type IconName } from "../components/Icon.tsx";
import { LogoutButton } from "./LogoutButton.tsx";
import { usePanel } from "./services.ts";
import { hasPlayerPage } from "./source_traits.ts";
import { useCafeLists } from "./live/use_cafe_lists.ts";

/** Shown only to cafes that play their own files, and not on phones, which have no room for it and are seldom the player. */
const PLAYER = "/panel/player";

const PLACES = [
  { to: "/panel/dashboard", icon: "list", text: "İstekler" },
  { to: "/panel/payouts", icon: "wallet", text: "Kazançlarım" },
  { to: "/panel/music", icon: "music", text: "Müzik" },
  { to: PLAYER, icon: "volume", text: "Oynatıcı" },
  { to: "/panel/profile", icon: "person", text: "Profil" },
  { to: "/panel/share", icon: "share", text: "Paylaş" },
] as const satisfies { to: string; icon: IconName; text: string }[];

export function NavBar() {
  const { facts } = useStore(usePanel().liveCafe);
  const hasPlayer = hasPlayerPage(facts?.cafe.source ?? "");
  const waiting = useCafeLists().pending.length;
  return (
    <header className="bar">
      <a className="skip-link" href="#main">İçeriğe geç</a>
      <Brand />
      <nav className="bar-places" aria-label="Panel">
        {PLACES.filter(({ to }) => to !== PLAYER || hasPlayer).map(({ to, icon, text }) => (
          <Link key={to} to={to} className={to === PLAYER ? "bar-link bar-link-wide" : "bar-link"}>
            <Icon name={icon} />
            <span>{text}</span>
            {to === "/panel/dashboard" && waiting > 0 && (
              <>
                <span className="count" aria-hidden="true">{waiting}</span>
                <span className="visually-hidden">{`, ${waiting} istek bekliyor`}</span>
              </>
            )}
          </Link>
        ))}
        <LogoutButton />
      </nav>
    </header>
  );
}
