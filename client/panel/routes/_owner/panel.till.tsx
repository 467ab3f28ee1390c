// /panel/till: what the cafe's till should have received and has, by song and by day (docs/money.md#till).
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { useStore } from "../../../lib/store.ts";
import { failedWith } from "../../LoadFailed.tsx";
import { usePanel } from "../../services.ts";
import { TillSongs } from "../../till/TillSongs.tsx";
import { TillTable } from "../../till/TillTable.tsx";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/till")({
  loader: async ({ context: { api } }) => {
    const [songs, { days }] = await Promise.all([
      api("GET /api/payouts/till/songs"),
      api("GET /api/payouts/till", { query: { days: "30" } }),
    ]);
    return { songs, days };
  },
  head: titled("Kasa"),
  component: Till,
  errorComponent: failedWith("Kasa yüklenemedi."),
});

function Till() {
  const { songs, days } = Route.useLoaderData();
  useTillRefresh();
  return (
    <>
      <PageHeading
        title="Kasa"
        lead="Müşterilerin kasada ödediği bahşişler. Bunlar kazancınıza yazılmaz, ödemeye girmez."
      />
      <section className="card" aria-labelledby="till-songs">
        <h2 id="till-songs">Çalan şarkılar</h2>
        <TillSongs songs={songs} />
      </section>
      <section className="card" aria-labelledby="till-days">
        <h2 id="till-days">Son 30 gün</h2>
        <p className="aside">
          Beklenen, o gün çalan şarkıların bahşişidir; alınan, o gün kasaya giren paradır.
        </p>
        <TillTable days={days} />
      </section>
    </>
  );
}

/** Loads the screen anew whenever the cafe's facts were refreshed, which happens after every tick and every play. */
function useTillRefresh(): void {
  const router = useRouter();
  const { facts } = useStore(usePanel().liveCafe);
  const seen = useRef(facts);
  useEffect(() => {
    if (seen.current && facts !== seen.current) void router.invalidate();
    seen.current = facts;
  }, [facts, router]);
}
