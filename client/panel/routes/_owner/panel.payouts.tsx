// /panel/payouts: the cafe's balance, its earnings by day and by song, and its payouts.
import { createFileRoute, Link } from "@tanstack/react-router";
import { buttonClass } from "../../../components/Button.tsx";
import { Notice } from "../../../components/Notice.tsx";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { DownloadButton } from "../../DownloadButton.tsx";
import { BalanceSummary, PayoutHistory } from "../../payouts/BalanceSummary.tsx";
import { EarningsChart, TopSongs } from "../../payouts/EarningsChart.tsx";
import { useFresh } from "../../live/use_live.ts";
import { failedWith } from "../../ScreenStates.tsx";
import { titled } from "../../title.ts";
import { type PanelServices, usePanel } from "../../services.ts";

/** The periods that the chart can show, in days. */
const SPANS = [30, 90] as const;

export const Route = createFileRoute("/_owner/panel/payouts")({
  validateSearch: ({ days }): { days?: 90 } => Number(days) === 90 ? { days: 90 } : {},
  loader: loadPayouts,
  head: titled("Kazançlarım"),
  component: Payouts,
  errorComponent: failedWith("Veriler yüklenirken bir hata oluştu."),
});

/** Loads every period at once, so that switching between them needs no call. */
async function loadPayouts({ context: { api } }: { context: PanelServices }) {
  const [summary, payouts, cafe, month, quarter] = await Promise.all([
    api("GET /api/payouts/summary"),
    api("GET /api/payouts"),
    api("GET /api/cafes/me"),
    api("GET /api/payouts/earnings", { query: { days: "30" } }),
    api("GET /api/payouts/earnings", { query: { days: "90" } }),
  ]);
  const payable = cafe.iban && cafe.accountHolderName;
  const { hasTill } = cafe;
  return { summary, payouts, payable, hasTill, earnings: { 30: month, 90: quarter } };
}

function Payouts() {
  const { api } = usePanel();
  const { summary, payouts, payable, hasTill, earnings } = Route.useLoaderData();
  // The sums tell whether anything was earned or paid.
  useFresh(
    [summary, payouts],
    () => Promise.all([api("GET /api/payouts/summary"), api("GET /api/payouts")]),
  );
  const span = Route.useSearch().days ?? SPANS[0];
  const { days: earned, songs } = earnings[span];
  return (
    <>
      <PageHeading title="Kazançlarım" />
      {!payable && (
        <Notice text="Ödeme alabilmek için IBAN ve hesap sahibinin adı gerekli. Girene kadar bakiyeniz birikir, ödeme oluşturulmaz.">
          <Link className={buttonClass("plain")} to="/panel/profile">Profili tamamla</Link>
        </Notice>
      )}
      <BalanceSummary summary={summary} />
      <p className="aside">
        Bahşiş isteğe bağlıdır. Bu site para almaz, yalnızca bahşişlerin kaydını tutar. Dönem her
        pazartesi kapanır; ödemeyi sonra yönetici IBAN'ınıza yapar. İlk 30 saniyesinde geçilen veya
        çalınamayan bir şarkının bahşişi yazılmaz.
      </p>
      {hasTill && (
        <p className="aside">
          Kasada ödenen bahşişler burada yer almaz. <Link to="/panel/till">Kasa'yı aç</Link>
        </p>
      )}
      <p className="aside">
        <Link to="/panel/evenings">Akşamlar'da</Link>{" "}
        bir günün tamamını görürsünüz: ne istendi, ne zaman doluydu, müzik durdu mu?
      </p>
      <section className="card" aria-labelledby="earned">
        <div className="section-heading">
          <h2 id="earned">Günlük kazanç</h2>
          <nav className="choices" aria-label="Süre">
            {SPANS.map((days) => (
              <Link
                key={days}
                to="/panel/payouts"
                search={days === 90 ? { days } : {}}
                activeOptions={{ exact: true, includeSearch: true }}
                resetScroll={false}
                replace
              >
                Son {days} gün
              </Link>
            ))}
          </nav>
        </div>
        {summary.fee && <BeforeFee />}
        <EarningsChart days={earned} />
      </section>
      <section className="card" aria-labelledby="songs">
        <h2 id="songs">En çok kazandıran şarkılar</h2>
        <p className="aside">Son {span} gün</p>
        {summary.fee && <BeforeFee />}
        <TopSongs songs={songs} />
      </section>
      <section className="card" aria-labelledby="history">
        <div className="section-heading">
          <h2 id="history">Ödeme geçmişi</h2>
          {payouts.length > 0 && (
            <DownloadButton
              load={() => api("GET /api/payouts/history.csv", { file: true })}
              name="siradaki-odemeler.csv"
            >
              CSV indir
            </DownloadButton>
          )}
        </div>
        <PayoutHistory payouts={payouts} />
      </section>
    </>
  );
}

function BeforeFee() {
  return <p className="aside">Tutarlar, hizmet bedeli düşülmeden öncekidir.</p>;
}
