// Says above the lists that the cafe accepts no requests at present, and opens them again.
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button, buttonClass } from "../../components/Button.tsx";
import { sentenceOf } from "../../lib/http.ts";
import { useGuestHouse } from "../live/use_guest_house.ts";
import { useMayOpen } from "../use_may_open.ts";
import { usePanel } from "../services.ts";

/** Nothing while requests are accepted. */
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
