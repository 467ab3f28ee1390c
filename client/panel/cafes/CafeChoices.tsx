// The cafes of a login: each a button that goes there, and for a team the way out of it.
import type { LoginCafe } from "../../../server/contract/team.ts";
import { Button } from "../../components/Button.tsx";
import { useCafes } from "./use_cafes.ts";

const ROLES = { owner: "Kafe sahibi", staff: "Ekip üyesi" } as const;

export function CafeChoices({ cafes }: { cafes: LoginCafe[] }) {
  const { busy, choose, leave } = useCafes(cafes);
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
          {cafe.role === "staff" && (
            <Button
              look="quiet"
              aria-label={`${cafe.name}: Ekipten ayrıl`}
              onClick={() => busy || leave(cafe)}
            >
              Ekipten ayrıl
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
