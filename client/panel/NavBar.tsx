// The owner's navigation bar. On a phone it is at the bottom of the screen.
import { Link } from "@tanstack/react-router";
import { Brand } from "../components/Brand.tsx";
import { Icon, type IconName } from "../components/Icon.tsx";
import { LogoutButton } from "./LogoutButton.tsx";
import { useCafeLists } from "./live/use_cafe_lists.ts";

const PLACES = [
  { to: "/panel/dashboard", icon: "list", text: "İstekler" },
  { to: "/panel/payouts", icon: "wallet", text: "Kazançlarım" },
  { to: "/panel/music", icon: "music", text: "Müzik" },
  { to: "/panel/profile", icon: "person", text: "Profil" },
  { to: "/panel/share", icon: "share", text: "Paylaş" },
] as const satisfies { to: string; icon: IconName; text: string }[];

export function NavBar() {
  const waiting = useCafeLists().pending.length;
  return (
    <header className="bar">
      <a className="skip-link" href="#main">İçeriğe geç</a>
      <Brand />
      <nav className="bar-places" aria-label="Panel">
        {PLACES.map(({ to, icon, text }) => (
          <Link key={to} to={to} className="bar-link">
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
