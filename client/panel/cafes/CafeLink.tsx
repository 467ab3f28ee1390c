// The cafe's name in the navigation bar, as the way to another cafe of this login, and for staff to their account.
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { OwnCafe } from "../../../server/contract/cafes.ts";
import { Icon } from "../../components/Icon.tsx";
import { useMayOpen } from "../use_may_open.ts";
import { usePanel } from "../services.ts";

/** Nothing for an owner without another cafe, who has the profile, and until the cafe is known. */
export function CafeLink({ cafe }: { cafe: OwnCafe | undefined }) {
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
