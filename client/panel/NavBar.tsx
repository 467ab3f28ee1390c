// The cafe's navigation bar: the screens that the person may open. On a phone it is at the bottom of the screen.
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Screen } from "../../server/contract/access.ts";
import type { OwnCafe } from "../../server/contract/cafes.ts";
import { Brand } from "../components/Brand.tsx";
import { Icon, type IconName } from "../components/Icon.tsx";
import { useStore } from "../lib/store.ts";
import { LogoutButton } from "./LogoutButton.tsx";
import { useCafeLists } from "./live/use_live.ts";
import { usePanel } from "./services.ts";
import { hasPlayerPage } from "./source_traits.ts";
import { useMayOpen } from "./use_may_open.ts";

/** Nothing for an owner without another cafe, who has the profile, and until the cafe is known. */
function CafeLink({ cafe }: { cafe: OwnCafe | undefined }) {
  const isOwner = useMayOpen()("/panel/profile");
  const several = useSeveralCafes(cafe?._id);
  if (!cafe || isOwner && !several) return null;
  return (
    <Link
      to="/panel/cafes"
      className="bar-cafe"
      aria-label={`${cafe.name}, ${several ? "kafe değiştir" : "hesabım"}`}
    >
      <span className="bar-cafe-name">{cafe.name}</span>
      <Icon name="down" />
    </Link>
  );
}

/** False until it is known, and if it cannot be asked: the login asks too. */
function useSeveralCafes(cafeId: string | undefined): boolean {
  const { api } = usePanel();
  const [several, setSeveral] = useState(false);
  useEffect(() => {
    if (!cafeId) return;
    let ended = false;
    api("GET /api/team/cafes").then(
      (cafes) => ended || setSeveral(cafes.length > 1),
      () => {},
    );
    return () => void (ended = true);
  }, [api, cafeId]);
  return several;
}

/** Shown only to cafes that play their own files. */
const PLAYER = "/panel/player";
/** Shown only to cafes whose guests pay at the till, or did before. On phones the earnings lead to it. */
const TILL = "/panel/till";
/** On phones the earnings lead to it. */
const EVENINGS = "/panel/evenings";
/** The team's entry, which tablets do not show either. */
const TEAM = "/panel/team";
/**
 * Not on phones of owners, which have no room for them: they are seldom the player, the dashboard's heading leads to the
 * rules, and the profile's to the team.
 */
const WIDE: string[] = [PLAYER, "/panel/rules", TILL, EVENINGS, TEAM];

const PLACES = [
  { to: "/panel/dashboard", icon: "list", text: "İstekler" },
  { to: EVENINGS, icon: "evening", text: "Akşamlar" },
  { to: "/panel/payouts", icon: "wallet", text: "Kazançlarım" },
  { to: TILL, icon: "till", text: "Kasa" },
  { to: "/panel/music", icon: "music", text: "Müzik" },
  { to: PLAYER, icon: "volume", text: "Oynatıcı" },
  { to: "/panel/rules", icon: "rules", text: "Kurallar" },
  { to: TEAM, icon: "person", text: "Ekip" },
  { to: "/panel/profile", icon: "person", text: "Profil" },
  { to: "/panel/share", icon: "share", text: "Paylaş" },
] as const satisfies { to: Screen; icon: IconName; text: string }[];

export function NavBar() {
  const { facts } = useStore(usePanel().liveCafe);
  const hasPlayer = hasPlayerPage(facts?.cafe.source ?? "");
  const hidden: string[] = [...hasPlayer ? [] : [PLAYER], ...facts?.cafe.hasTill ? [] : [TILL]];
  const mayOpen = useMayOpen();
  const isFull = mayOpen("/panel/profile");
  const waiting = useCafeLists().pending.length;
  return (
    <header className="bar">
      <a className="skip-link" href="#main">İçeriğe geç</a>
      <div className="bar-brand">
        <Brand />
        <CafeLink cafe={facts?.cafe} />
      </div>
      <nav className="bar-places" aria-label="Panel">
        {PLACES.filter(({ to }) => mayOpen(to) && !hidden.includes(to)).map((
          { to, icon, text },
        ) => (
          <Link
            key={to}
            to={to}
            className={`bar-link${isFull && WIDE.includes(to) ? " bar-link-wide" : ""}${
              to === TEAM ? " bar-link-team" : ""
            }`}
          >
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
