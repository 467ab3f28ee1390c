// The cafe's navigation bar: the same places on every width. A phone has four of them at the bottom of the screen, and
// 'Diğer' for the rest.
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Screen } from "../../../server/contract/access.ts";
import type { OwnCafe } from "../../../server/contract/cafes.ts";
import { Brand } from "../../components/Brand.tsx";
import { Icon, type IconName } from "../../components/Icon.tsx";
import { useStore } from "../../lib/store.ts";
import { useCafeLists } from "../live/use_live.ts";
import { usePanel } from "../services.ts";
import { hasPlayerPage } from "../source_traits.ts";
import { useMayOpen } from "../use_may_open.ts";
import { LogoutButton } from "./LogoutButton.tsx";
import { PlacesButton } from "./PlacesButton.tsx";
import { ROOMS } from "./rooms.ts";

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

interface Place {
  to: Screen;
  icon: IconName;
  text: string;
}

const REQUESTS: Place = { to: "/panel/dashboard", icon: "list", text: "İstekler" };
/** Only at cafes that play their own files. */
const PLAYER: Place = { to: "/panel/player", icon: "volume", text: "Oynatıcı" };
const EARNINGS: Place = { to: "/panel/payouts", icon: "wallet", text: "Kazançlarım" };
const PROFILE: Place = { to: "/panel/profile", icon: "person", text: "Profil" };
const SHARE: Place = { to: "/panel/share", icon: "share", text: "Paylaş" };
/** Only at cafes whose guests pay at the till, or did before. */
const TILL = "/panel/till";

export function NavBar() {
  const { facts } = useStore(usePanel().liveCafe);
  const mayOpen = useMayOpen();
  const waiting = useCafeLists().pending.length;
  const hasPlayer = hasPlayerPage(facts?.cafe.source ?? "");
  const mayShow = ({ to }: { to: Screen }) => mayOpen(to);
  const rooms = ROOMS.filter((room) => mayShow(room) && (room.to !== TILL || facts?.cafe.hasTill));
  // A phone's fifth place is 'Diğer'.
  const isLeftOut = (place: Place) => hasPlayer && place === PROFILE;
  const link = (place: Place) =>
    mayShow(place) && (
      <Link
        key={place.to}
        to={place.to}
        className={`bar-link${isLeftOut(place) ? " bar-wide" : ""}`}
      >
        <Icon name={place.icon} />
        <span>{place.text}</span>
        {place === REQUESTS && waiting > 0 && (
          <>
            <span className="count" aria-hidden="true">{waiting}</span>
            <span className="visually-hidden">{`, ${waiting} istek bekliyor`}</span>
          </>
        )}
      </Link>
    );
  return (
    <header className="bar">
      <a className="skip-link" href="#main">İçeriğe geç</a>
      <div className="bar-brand">
        <Brand />
        <CafeLink cafe={facts?.cafe} />
      </div>
      <nav className="bar-places" aria-label="Panel">
        {link(REQUESTS)}
        {hasPlayer && link(PLAYER)}
        {link(EARNINGS)}
        {rooms.length > 0 && (
          <PlacesButton text="Kafe" icon="cafe" className="bar-wide" rooms={rooms} />
        )}
        {link(PROFILE)}
        {link(SHARE)}
        <PlacesButton
          text="Diğer"
          icon="more"
          className="bar-narrow"
          rooms={rooms}
          places={[PROFILE].filter(isLeftOut).filter(mayShow)}
        >
          <LogoutButton />
        </PlacesButton>
        <div className="bar-wide bar-logout">
          <LogoutButton />
        </div>
      </nav>
    </header>
  );
}
