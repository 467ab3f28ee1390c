// The cafes of a login, each a button that goes there, and apart from them the teams that the person can leave.
import type { LoginCafe } from "../../../server/contract/team.ts";
import { Button } from "../../components/Button.tsx";
import { useCafes } from "./use_cafes.ts";

const ROLES = { owner: "Kafe sahibi", staff: "Ekip üyesi" } as const;

export function CafeChoices({ cafes }: { cafes: LoginCafe[] }) {
  const { busy, choose } = useCafes(cafes);
  return (
    <ul className="cafe-choices" aria-label="Kafeleriniz">
      {cafes.map((cafe) => (
        <li key={cafe.ownerId}>
          <Button
            className="cafe-choice"
            busy={busy === cafe.ownerId}
            onClick={() => busy || choose(cafe)}
          >
            <span>{cafe.name}</span> <span className="cafe-role">{ROLES[cafe.role]}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Nothing for an owner who is in no other team. */
export function Memberships({ cafes }: { cafes: LoginCafe[] }) {
  const { busy, leave } = useCafes(cafes);
  const teams = cafes.filter(({ role }) => role === "staff");
  return teams.length > 0 && (
    <ul className="memberships" aria-label="Üyesi olduğunuz ekipler">
      {teams.map((cafe) => (
        <li key={cafe.ownerId}>
          <span>{cafe.name}</span>
          <Button
            look="quiet"
            aria-label={`${cafe.name}: Ekipten ayrıl`}
            busy={busy === cafe.ownerId}
            onClick={() => busy || leave(cafe)}
          >
            Ekipten ayrıl
          </Button>
        </li>
      ))}
    </ul>
  );
}
