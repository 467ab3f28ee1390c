// /panel/till: what the cafe's till should have received and has, by song and by day (docs/money.md#till).
import { createFileRoute } from "@tanstack/react-router";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { failedWith } from "../../ScreenStates.tsx";
import { asked, useLoaded } from "../../queries.ts";
import { TillSongs, TillTable } from "../../till/TillSongs.tsx";
import { titled } from "../../title.ts";

const SONGS = asked("GET /api/payouts/till/songs");
const DAYS = asked("GET /api/payouts/till", { query: { days: "30" } });

export const Route = createFileRoute("/_owner/panel/till")({
  loader: ({ context: { queries: { load } } }) => Promise.all([load(SONGS), load(DAYS)]),
  head: titled("Kasa"),
  component: Till,
  errorComponent: failedWith("Kasa yüklenemedi."),
});

function Till() {
  const songs = useLoaded(SONGS);
  const { days } = useLoaded(DAYS);
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
