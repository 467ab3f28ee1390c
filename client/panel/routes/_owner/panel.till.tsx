// /panel/till: what the cafe's till should have received and has, by song and by day (docs/money.md#till).
import { createFileRoute } from "@tanstack/react-router";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { failedWith } from "../../ScreenStates.tsx";
import { useFresh } from "../../live/use_live.ts";
import { type PanelServices, usePanel } from "../../services.ts";
import { TillSongs, TillTable } from "../../till/TillSongs.tsx";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/till")({
  loader: ({ context: { api } }) => readTill(api),
  head: titled("Kasa"),
  component: Till,
  errorComponent: failedWith("Kasa yüklenemedi."),
});

async function readTill(api: PanelServices["api"]) {
  const [songs, { days }] = await Promise.all([
    api("GET /api/payouts/till/songs"),
    api("GET /api/payouts/till", { query: { days: "30" } }),
  ]);
  return { songs, days };
}

function Till() {
  const { api } = usePanel();
  const shown = Route.useLoaderData();
  const { songs, days } = shown;
  useFresh(shown, () => readTill(api));
  return (
    <>
      <PageHeading
        title="Kasa"
        lead="Müşterilerin kasada ödediği bahşişler. Bunlar kazancınıza yazılmaz, ödemeye girmez."
      />
      <section className="card" aria-labelledby="till-songs">
        <h2 id="till-songs">Şarkıların bahşişleri</h2>
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
