// /panel/payouts: the cafe's balance, its earnings by day and by song, and its payouts.
import { createFileRoute, Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { buttonClass } from "../../../components/Button.tsx";
import { Notice } from "../../../components/Notice.tsx";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { DownloadButton } from "../../DownloadButton.tsx";
import { BalanceSummary, PayoutHistory } from "../../payouts/BalanceSummary.tsx";
import { EarningsChart, TopSongs } from "../../payouts/EarningsChart.tsx";
import { asked, CAFE, type Queries, useLoaded } from "../../queries.ts";
import { failedWith } from "../../ScreenStates.tsx";
import { titled } from "../../title.ts";
import { usePanel } from "../../services.ts";

/** The periods that the chart can show, in days. */
const SPANS = [30, 90] as const;

export const Route = createFileRoute("/_owner/panel/payouts")({
  validateSearch: ({ days }): { days?: 90 } => Number(days) === 90 ? { days: 90 } : {},
  loader: ({ context }) => loadPayouts(context.queries),
  head: titled("Kazançlarım"),
  component: Payouts,
  errorComponent: failedWith("Veriler yüklenirken bir hata oluştu."),
});

const SUMMARY = asked("GET /api/payouts/summary");
const PAYOUTS = asked("GET /api/payouts");
const EARNINGS = {
  30: asked("GET /api/payouts/earnings", { query: { days: "30" } }),
  90: asked("GET /api/payouts/earnings", { query: { days: "90" } }),
} as const;

/** Loads every period at once, so that switching between them needs no call. */
async function loadPayouts({ load }: Queries) {
  await Promise.all([
    ...[load(SUMMARY), load(PAYOUTS), load(CAFE)],
    ...[load(EARNINGS[30]), load(EARNINGS[90])],
  ]);
}

function Payouts() {
  const { api } = usePanel();
  const summary = useLoaded(SUMMARY);
  const payouts = useLoaded(PAYOUTS);
  const { iban, accountHolderName, hasTill } = useLoaded(CAFE);
  const payable = iban && accountHolderName;
  const span = Route.useSearch().days ?? SPANS[0];
  const { days: earned, songs } = useEarnings(span, [summary, payouts]);
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

/** The sums tell whether anything was earned or paid: the earnings are asked for anew when one of them has changed. */
function useEarnings(span: (typeof SPANS)[number], sums: [unknown, unknown]) {
  const { queries } = usePanel();
  const seen = useRef(sums);
  useEffect(() => {
    const isSame = sums.every((sum, i) => sum === seen.current[i]);
    seen.current = sums;
    if (!isSame) void queries.refresh(["GET /api/payouts/earnings", "GET /api/cafes/me"]);
  }, sums);
  return useLoaded(EARNINGS[span]);
}

function BeforeFee() {
  return <p className="aside">Tutarlar, hizmet bedeli düşülmeden öncekidir.</p>;
}
