// What stands above the dashboard's lists: that the cafe is closed or its account gone, and the way to each list.
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button, buttonClass } from "../../components/Button.tsx";
import { sentenceOf } from "../../lib/http.ts";
import type { Connection } from "../live/live_cafe.ts";
import { useGuestHouse } from "../live/use_live.ts";
import { ConnectionActions } from "../music/ConnectionActions.tsx";
import { ConnectionText } from "../music/SourceSection.tsx";
import { usePanel } from "../services.ts";
import { TELL_OWNER, useMayOpen } from "../use_may_open.ts";

/** Says why no requests are accepted. Renders nothing while they are. */
export function ClosedNotice() {
  const { api, liveCafe, notices } = usePanel();
  const mayRule = useMayOpen()("/panel/rules");
  const [busy, setBusy] = useState(false);
  const house = useGuestHouse();
  if (!house || house.open) return null;
  const open = async () => {
    setBusy(true);
    try {
      const { hours } = await api("PUT /api/house", { body: { requests: "open" } });
      const detail = hours.length > 0
        ? "Çalışma saatlerine göre almak için Kurallar'dan seçin."
        : undefined;
      notices.show("success", "İstekler açıldı.", detail);
      await liveCafe.refresh();
    } catch (error) {
      notices.show("error", "İstekler açılırken bir hata oluştu.", sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <section className="card requests-closed" aria-label="İstek alma">
      <p>{house.lines[0]}</p>
      {mayRule
        ? (
          <div className="requests-closed-actions">
            <Link to="/panel/rules" className={buttonClass()}>Kurallar</Link>
            {/* Outside the opening hours they open by themselves. */}
            {house.reopensAt === null && (
              <Button look="primary" busy={busy} onClick={open}>İstekleri aç</Button>
            )}
          </div>
        )
        : house.reopensAt === null && <p>Açılması gerekiyorsa kafe sahibine haber verin.</p>}
    </section>
  );
}

// Says above the lists what is wrong with the music account, if something is.

/** Nothing if all is well. If the account could not be checked, the player bar says so. */
export function AccountProblem({ connection }: { connection: Connection }) {
  const mayConnect = useMayOpen()("/panel/music");
  if ("unchecked" in connection) return null;
  if (connection.isSpotifyConnected && !connection.reconnectSoon) return null;
  return (
    <section className="card music-account-problem" aria-label="Müzik hesabının durumu">
      {mayConnect
        ? (
          <>
            <ConnectionText connection={connection} />
            <ConnectionActions connection={connection} />
          </>
        )
        : <p>Kafenin Spotify hesabı bağlı değil, şarkılar çalınamıyor. {TELL_OWNER}</p>}
    </section>
  );
}

// Two links to the waiting requests and to the queue, each with its length. Phones show them, since there the two lists
// stand one below the other.

interface JumpBarProps {
  pending: number;
  queued: number;
}

export function JumpBar({ pending, queued }: JumpBarProps) {
  return (
    <div className="jump" role="group" aria-label="Listeye git">
      <button type="button" onClick={() => jumpTo("pending-heading")}>
        Bekleyen <span className="jump-count">{pending}</span>
      </button>
      <button type="button" onClick={() => jumpTo("queue-heading")}>
        Sırada <span className="jump-count">{queued}</span>
      </button>
    </div>
  );
}

function jumpTo(id: string): void {
  const heading = document.getElementById(id);
  heading?.focus({ preventScroll: true });
  heading?.closest("section")?.scrollIntoView({ block: "start" });
}
