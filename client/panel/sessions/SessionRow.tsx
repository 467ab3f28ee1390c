// One login: its device, when it began and was last used, and the button that ends it.
import type { LoginSession } from "../../../server/contract/sessions.ts";
import { Button } from "../../components/Button.tsx";
import { formatDate, formatTime } from "../../lib/format.ts";
import { timeAgo } from "../../lib/time_ago.ts";
import { deviceName } from "./device_name.ts";

export interface SessionRowProps {
  session: LoginSession;
  /** Whether it is being ended. */
  ending: boolean;
  onEnd: () => void;
}

const HOUR_MS = 60 * 60 * 1000;

/** The login of this page has no button: that is the navigation's 'Çıkış yap'. */
export function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const { createdAt, current, lastUsedAt } = session;
  const begun = `${formatDate(createdAt)} ${formatTime(createdAt)}`;
  return (
    <li className="session">
      <div>
        <p className="session-device">
          {deviceName(session)}
          {current && <span className="mark-label">bu cihaz</span>}
        </p>
        <p className="session-times">
          Giriş: {begun}
          <br />
          Son kullanım: {current ? "şimdi" : usedText(lastUsedAt)}
        </p>
      </div>
      {!current && (
        <Button
          busy={ending}
          aria-label={`${deviceName(session)}, ${begun}: Oturumu kapat`}
          onClick={onEnd}
        >
          Oturumu kapat
        </Button>
      )}
    </li>
  );
}

/** It is recorded at most once an hour, so that minutes would say more than is known. */
function usedText(lastUsedAt: string): string {
  const [usedMs, nowMs] = [Date.parse(lastUsedAt), Date.now()];
  return nowMs - usedMs < HOUR_MS ? "son bir saat içinde" : timeAgo(usedMs, nowMs);
}
