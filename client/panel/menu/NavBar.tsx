// The cafe's navigation bar: the same places on every width. A phone has four of them at the bottom of the screen, and
// 'Diğer' for the rest.
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Screen } from "../../../server/contract/access.ts";
import type { OwnCafe } from "../../../server/contract/cafes.ts";
import { Brand } from "../../components/Brand.tsx";
import { Icon, type IconName } from "../../components/Icon.tsx";
import { useCafeLists } from "../live/use_facts.ts";
import { asked, CAFE } from "../queries.ts";
import { hasPlayerPage } from "../source_traits.ts";
import { useMayOpen } from "../use_may_open.ts";
import { LogoutButton } from "./LogoutButton.tsx";
import { ASIDE, type Room, ROOMS } from "./rooms.ts";

/** Nothing for an owner without another cafe, who has the profile, and until the cafe is known. */
function CafeLink({ cafe }: { cafe: OwnCafe | undefined }) {
  const isOwner = useMayOpen()("/panel/profile");
  // The login asks for them too: until they are known, and if they cannot be asked for, there is one.
  const { data: cafes } = useQuery({ ...asked("GET /api/team/cafes"), ...ASIDE });
  const several = cafes !== undefined && cafes.length > 1;
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
  const { data: cafe } = useQuery(CAFE);
  const mayOpen = useMayOpen();
  const waiting = useCafeLists().pending.length;
  const hasPlayer = hasPlayerPage(cafe?.source ?? "");
  const mayShow = ({ to }: { to: Screen }) => mayOpen(to);
  const rooms = ROOMS.filter((room) => mayShow(room) && (room.to !== TILL || cafe?.hasTill));
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
        <CafeLink cafe={cafe} />
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

// A place of the bar that opens a list: 'Kafe' with its rooms, on a phone 'Diğer' with everything that the bar has no room
// for. In the pattern of the ARIA Authoring Practices ("Disclosure Navigation").

interface PlacesButtonProps {
  text: string;
  icon: IconName;
  className: string;
  rooms: readonly Room[];
  /** Places without a line. */
  places?: readonly { to: Screen; icon: IconName; text: string }[];
  /** Stands apart, at the end. */
  children?: ReactNode;
}

function PlacesButton(props: PlacesButtonProps) {
  const { text, icon, className, rooms, places = [], children } = props;
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  const { pathname } = useLocation();
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const listening = new AbortController();
    const closeOutside = ({ target }: Event) => {
      if (!place.current!.contains(target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside, listening);
    document.addEventListener("focusin", closeOutside, listening);
    document.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      place.current!.querySelector("button")!.focus();
      setOpen(false);
    }, listening);
    return () => listening.abort();
  }, [open]);
  const isHere = [...rooms, ...places].some(({ to }) => to === pathname);
  return (
    <div className={`bar-more ${className}`} ref={place}>
      <button
        type="button"
        className="bar-link"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-current={isHere ? "true" : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name={icon} />
        <span>{text}</span>
        <Icon name="down" />
      </button>
      {open && (
        <div className="bar-sheet" id={id}>
          <ul>
            {rooms.map((room) => <RoomItem key={room.to} room={room} />)}
            {places.map(({ to, icon, text }) => (
              <li key={to}>
                <Link to={to} className="bar-room">
                  <Icon name={icon} />
                  <span className="bar-room-name">{text}</span>
                </Link>
              </li>
            ))}
          </ul>
          {children && <div className="bar-sheet-end">{children}</div>}
        </div>
      )}
    </div>
  );
}

function RoomItem({ room: { to, icon, text, useLine } }: { room: Room }) {
  const line = useLine();
  return (
    <li>
      <Link to={to} className="bar-room">
        <Icon name={icon} />
        <span className="bar-room-name">{text}</span>
        <span className="bar-room-line">{line ?? "\u00A0"}</span>
      </Link>
    </li>
  );
}
