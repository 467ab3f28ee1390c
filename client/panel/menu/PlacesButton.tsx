// A place of the bar that opens a list: 'Kafe' with its rooms, on a phone 'Diğer' with everything that the bar has no room
// for. In the pattern of the ARIA Authoring Practices ("Disclosure Navigation").
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Screen } from "../../../server/contract/access.ts";
import { Icon, type IconName } from "../../components/Icon.tsx";
import type { Room } from "./rooms.ts";

export interface PlacesButtonProps {
  text: string;
  icon: IconName;
  className: string;
  rooms: readonly Room[];
  /** Places without a line. */
  places?: readonly { to: Screen; icon: IconName; text: string }[];
  /** Stands apart, at the end. */
  children?: ReactNode;
}

export function PlacesButton(props: PlacesButtonProps) {
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
