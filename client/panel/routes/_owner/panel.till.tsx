// /panel/till: what the cafe's till should have received and has, by song and by day (docs/money.md#till).
import { createFileRoute } from "@tanstack/react-router";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { useScreenRefresh } from "../../live/use_screen_refresh.ts";
import { failedWith } from "../../LoadFailed.tsx";
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
  useScreenRefresh();
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
