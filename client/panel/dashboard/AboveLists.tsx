// What stands above the dashboard's lists: that the cafe is closed or its account gone, and the way to each list.
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { CafeHouse, Pause } from "../../../server/contract/house.ts";
import { UNDO_MS } from "../../../server/contract/limits.ts";
import { Button, buttonClass } from "../../components/Button.tsx";
import { sentenceOf } from "../../lib/http.ts";
import type { Connection } from "../live/use_facts.ts";
import { ConnectionActions, ConnectionText } from "../music/ConnectionActions.tsx";
import { usePanel } from "../services.ts";
import { TELL_OWNER, useMayOpen } from "../use_may_open.ts";
import { useSave } from "../use_save.ts";

/** Accepts no requests for a while, or accepts them again. `busy` is what is under way. */
function usePause() {
  const { api, notices, queries } = usePanel();
  const [busy, setBusy] = useState<Pause["until"] | "open">();
  const put = async (until: Pause["until"]) => {
    try {
      return await api("PUT /api/house/pause", { body: { until } });
    } catch (error) {
      const failed = until ? "İstekler durdurulurken" : "İstekler açılırken";
      notices.show("error", `${failed} bir hata oluştu.`, sentenceOf(error));
    } finally {
      await Promise.all([
        queries.refreshRoom(),
        queries.refreshAfter("PUT /api/house/pause"),
      ]);
    }
  };
  return {
    busy,
    async pause(until: NonNullable<Pause["until"]>) {
      setBusy(until);
      const paused = await put(until);
      setBusy(undefined);
      if (!paused) return;
      const text = until === "night" ? "İstekler bu gece kapalı." : "İstekler 30 dakika kapalı.";
      notices.show("success", text, "Sırada ve bekleyenlerde olanlar duruyor.", {
        label: "Geri al",
        until: Date.now() + UNDO_MS,
        run: async () => {
          await put(null);
        },
      });
    },
    async open() {
      setBusy("open");
      if (await put(null)) notices.show("success", "İstekler açıldı.");
      setBusy(undefined);
    },
  };
}

/**
 * Stops requests for a while (docs/house.md#a-pause). Nothing while none are accepted anyway. Until that is known the buttons
 * take up their place unseen, so that nothing moves.
 */
export function PauseButtons({ house }: { house: CafeHouse | undefined }) {
  const { busy, pause } = usePause();
  if (house && !house.open) return null;
  return (
    <div className="pause-buttons" data-unknown={!house || undefined}>
      <Button busy={busy === "half_hour"} onClick={() => void pause("half_hour")}>
        30 dk ara ver
      </Button>
      <Button busy={busy === "night"} onClick={() => void pause("night")}>Bu gece kapat</Button>
    </div>
  );
}

/** Says why no requests are accepted. Renders nothing while they are. */
export function ClosedNotice({ house }: { house: CafeHouse | undefined }) {
  const mayRule = useMayOpen()("/panel/rules");
  const { busy: pausing, open: endPause } = usePause();
  const { isSaving, save } = useSave("PUT /api/house", {
    done: ({ hours }) => ({
      text: "İstekler açıldı.",
      detail: hours.length > 0
        ? "Çalışma saatlerine göre almak için Kurallar'dan seçin."
        : undefined,
    }),
    failed: "İstekler açılırken bir hata oluştu.",
  });
  if (!house || house.open) return null;
  const open = () => save({ body: { requests: "open" } });
  return (
    <section className="card requests-closed" aria-label="İstek alma">
      <p>{house.lines[0]}</p>
      {house.paused
        ? (
          <Button look="primary" busy={pausing === "open"} onClick={() => void endPause()}>
            İstekleri aç
          </Button>
        )
        : mayRule
        ? (
          <div className="requests-closed-actions">
            <Link to="/panel/rules" className={buttonClass()}>Kurallar</Link>
            {/* Outside the opening hours they open by themselves. */}
            {house.reopensAt === null && (
              <Button look="primary" busy={isSaving} onClick={open}>İstekleri aç</Button>
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
