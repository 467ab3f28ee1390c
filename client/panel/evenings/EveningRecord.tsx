// One evening: a sentence, and ten questions of the owner, each with its picture (docs/evenings.md).
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Evening } from "../../../server/contract/evenings.ts";
import { RULE_NAMES } from "../../../server/contract/rule_names.ts";
import { formatDate, formatMoney, formatShortDay, formatTime } from "../../lib/format.ts";
import { BarChart, BarList } from "../charts/BarChart.tsx";
import { CAFE } from "../queries.ts";
import { HalfHours } from "./HalfHours.tsx";

export function EveningRecord({ evening }: { evening: Evening }) {
  const { comparison, guests } = evening;
  return (
    <>
      <p className="evening-sentence">
        {evening.sentence} {comparison}
      </p>
      <p className="aside">
        Gün sabah 06.00'da başlar. {guests.count === null
          ? "İstek gönderen müşteri sayısı az."
          : `${guests.count} müşteri istek gönderdi, her biri ortalama ${
            guests.requestsEach?.toLocaleString("tr-TR")
          } istek.`}
      </p>
      <div className="evening-questions">
        {QUESTIONS.map(([id, question, Answer]) => (
          <section key={id} className="card" aria-labelledby={`evening-${id}`}>
            <h2 id={`evening-${id}`}>{question}</h2>
            <Answer evening={evening} />
          </section>
        ))}
      </div>
    </>
  );
}

interface Shown {
  evening: Evening;
}

const QUESTIONS: [id: string, question: string, answer: (shown: Shown) => ReactNode][] = [
  ["money", "Para tamam mı?", MoneyAnswer],
  ["hours", "Ne zaman doluydu?", HalfHours],
  ["songs", "Ne istediler?", SongsAnswer],
  ["refused", "Neyi isteyip alamadılar?", RefusedAnswer],
  ["decided", "Zamanında yanıtladık mı?", DecidedAnswer],
  ["waited", "Çok beklediler mi?", WaitedAnswer],
  ["tables", "Hangi masalardan?", TablesAnswer],
  ["people", "Kim çalıştı?", PeopleAnswer],
  ["gaps", "Müzik durdu mu?", GapsAnswer],
  ["weeks", "Büyüyor mu?", WeeksAnswer],
];

function None({ children }: { children: ReactNode }) {
  return <p className="aside">{children}</p>;
}

function MoneyAnswer({ evening: { money } }: Shown) {
  const { expected, received, difference, earned, reversed, open } = money;
  const till = expected !== 0 || received !== 0 || open > 0;
  const rows = [
    ...till
      ? [
        { key: "expected", what: "Kasada beklenen", tl: expected, to: "/panel/till" as const },
        { key: "received", what: "Kasada alınan", tl: received, to: "/panel/till" as const },
      ]
      : [],
    ...!till || earned > 0 || reversed > 0
      ? [{ key: "earned", what: "Kazanılan", tl: earned, to: "/panel/payouts" as const }]
      : [],
    ...reversed > 0
      ? [{ key: "reversed", what: "Geri alınan", tl: reversed, to: "/panel/payouts" as const }]
      : [],
  ];
  return (
    <>
      <BarList
        label="Paranın durumu"
        rows={rows.map(({ key, what, tl, to }) => ({
          key,
          what: <Link to={to}>{what}</Link>,
          value: Math.max(0, tl),
          text: formatMoney(tl),
        }))}
      />
      {till && (
        <p>
          {difference === 0 ? "Kasa tamam." : (
            <>
              Fark <strong>{formatMoney(difference)}</strong>.
            </>
          )} {open > 0 && <Link to="/panel/till">Kasa'da {open} açık satır</Link>}
        </p>
      )}
    </>
  );
}

function SongsAnswer({ evening: { songs } }: Shown) {
  if (songs.length === 0) return <None>Şarkı istenmedi.</None>;
  return (
    <BarList
      label="En çok istenen şarkılar"
      rows={songs.map(({ songTitle, artist, requests, tips, isNew }) => ({
        key: `${songTitle} ${artist}`,
        what: (
          <>
            <SongLink title={songTitle} artist={artist} />{" "}
            {isNew && <span className="evening-new">yeni</span>}
          </>
        ),
        value: requests,
        text: `${requests} istek, ${formatMoney(tips)}`,
      }))}
    />
  );
}

function RefusedAnswer({ evening: { refused, missed } }: Shown) {
  if (refused.length === 0 && missed.length === 0) {
    return <None>Kurallara takılan istek ve sonuçsuz arama yok.</None>;
  }
  return (
    <>
      {refused.length > 0 && (
        <BarList
          label="Kurallara takılan istekler"
          rows={refused.map(({ rule, count, songs }) => ({
            key: rule,
            what: (
              <>
                <Link to="/panel/rules">{RULE_NAMES[rule] ?? rule}</Link>
                <span className="evening-aside">
                  {songs.map(({ songTitle, count }) =>
                    count > 1 ? `${songTitle} (${count})` : songTitle
                  )
                    .join(", ")}
                </span>
              </>
            ),
            value: count,
            text: `${count} kez`,
          }))}
        />
      )}
      {missed.length > 0 && (
        <>
          <h3 className="evening-part">Arandı, bulunamadı</h3>
          <BarList
            label="Sonuçsuz aramalar"
            rows={missed.map(({ words, count }) => ({
              key: words,
              what: <Link to="/panel/music">{words}</Link>,
              value: count,
              text: `${count} kez`,
            }))}
          />
          <p className="aside">
            Bu şarkıları <Link to="/panel/music">Müzik'te</Link>{" "}
            klasörünüze ya da listenize ekleyebilirsiniz.
          </p>
        </>
      )}
    </>
  );
}

interface Minutes {
  medianMinutes: number | null;
  longestMinutes: number | null;
}

function MinuteBars({ medianMinutes, longestMinutes }: Minutes) {
  if (medianMinutes === null || longestMinutes === null) return null;
  const text = (minutes: number) => `${minutes.toLocaleString("tr-TR")} dk`;
  return (
    <BarList
      label="Dakikalar"
      rows={[
        {
          key: "median",
          what: "Ortanca",
          value: medianMinutes,
          text: text(medianMinutes),
        },
        { key: "longest", what: "En uzun", value: longestMinutes, text: text(longestMinutes) },
      ]}
    />
  );
}

function DecidedAnswer({ evening: { decided } }: Shown) {
  return (
    <>
      {decided.medianMinutes === null
        ? <None>Kimse karar vermedi: istek yoktu ya da kurallar onayladı.</None>
        : <MinuteBars {...decided} />}
      {decided.expired > 0 && (
        <p>
          {decided.expired} istek yanıtsız kaldı. <Link to="/panel/rules">İstek saatleri</Link>
        </p>
      )}
    </>
  );
}

function WaitedAnswer({ evening: { waited } }: Shown) {
  if (waited.playedShare === null) return <None>Sıraya giren şarkı yok.</None>;
  const percent = Math.round(waited.playedShare * 100);
  return (
    <>
      <MinuteBars {...waited} />
      <BarList
        label="Sıradan çalan"
        rows={[{
          key: "share",
          what: "Sıraya girenlerden çalan",
          value: percent,
          rest: 100 - percent,
          text: `%${percent}`,
        }]}
      />
    </>
  );
}

function TablesAnswer({ evening: { tables } }: Shown) {
  if (tables.length === 0) return <None>Masadan gelen istek yok.</None>;
  return (
    <BarList
      label="Masalar"
      rows={tables.map(({ label, requests, tips }) => ({
        key: label,
        what: <Link to="/panel/share">{label}</Link>,
        value: requests,
        text: `${requests} istek, ${formatMoney(tips)}`,
      }))}
    />
  );
}

function PeopleAnswer({ evening: { people } }: Shown) {
  if (people.length === 0) return <None>Ekibiniz yok ya da kararları kurallar verdi.</None>;
  const rejections = people.flatMap(({ name, rejections }) =>
    rejections.map((song) => ({ ...song, name }))
  ).toSorted((a, b) => a.at < b.at ? -1 : 1);
  return (
    <>
      <BarList
        label="Kararlar"
        rows={people.map(({ name, approved, rejected }) => ({
          key: name,
          what: <Link to="/panel/team">{name}</Link>,
          value: approved,
          rest: rejected,
          text: `${approved} onay, ${rejected} ret`,
        }))}
      />
      {rejections.length > 0 && (
        <details className="chart-figures">
          <summary>Reddedilen {rejections.length} istek</summary>
          <ul className="evening-list">
            {rejections.map(({ songTitle, artist, at, name }, place) => (
              <li key={place}>
                <time dateTime={at}>{formatTime(at)}</time> {name}: {songTitle}{" "}
                <span className="evening-artist">{artist}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function GapsAnswer({ evening: { gaps, skipped, unplayable } }: Shown) {
  if (gaps?.length === 0 && skipped.length + unplayable.length === 0) {
    return <None>Durmadı.</None>;
  }
  const minutes = (seconds: number) =>
    seconds < 90 ? `${seconds} sn` : `${Math.round(seconds / 60)} dk`;
  return (
    <>
      {gaps === null && (
        <None>Bilinmiyor: çaldığınız sistem şarkıların ne zaman bittiğini söylemiyor.</None>
      )}
      {gaps !== null && gaps.length > 0 && (
        <BarList
          label="Sessizlikler"
          rows={gaps.map(({ at, seconds }) => ({
            key: at,
            what: <time dateTime={at}>{formatTime(at)}</time>,
            value: seconds,
            text: `${minutes(seconds)} sessizlik`,
          }))}
        />
      )}
      <SongsAt heading="Geçilen şarkılar" songs={skipped} />
      <SongsAt heading="Çalınamayan şarkılar" songs={unplayable} />
    </>
  );
}

function SongsAt({ heading, songs }: { heading: string; songs: Evening["skipped"] }) {
  if (songs.length === 0) return null;
  return (
    <div>
      <h3 className="evening-part">{heading}</h3>
      <ul className="evening-list">
        {songs.map(({ songTitle, artist, at }) => (
          <li key={at}>
            <time dateTime={at}>{formatTime(at)}</time>{" "}
            <SongLink title={songTitle} artist={artist} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function WeeksAnswer({ evening: { weeks } }: Shown) {
  const total = weeks.reduce((sum, { requests }) => sum + requests, 0);
  return (
    <BarChart
      bars={weeks.map(({ date, requests, tips }) => ({
        key: date,
        value: requests,
        title: `${formatDate(date)}: ${requests} istek, ${formatMoney(tips)}`,
      }))}
      caption="Aynı gün, son sekiz hafta: istekler"
      label={`Aynı günün son sekiz haftası, ${total} istek`}
      scale={(n) => Number.isInteger(n) ? n.toLocaleString("tr-TR") : ""}
      least={4}
      ticks={[weeks[0]!, weeks[4]!, weeks.at(-1)!].map(({ date }) => formatShortDay(date))}
    >
      <table className="table">
        <caption className="visually-hidden">Aynı günün son sekiz haftası</caption>
        <thead>
          <tr>
            <th scope="col">Gün</th>
            <th scope="col" className="figure">İstek</th>
            <th scope="col" className="figure">Bahşiş</th>
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map(({ date, requests, tips }) => (
            <tr key={date}>
              <th scope="row">
                <Link to="/panel/evenings" search={{ date }}>{formatDate(date)}</Link>
              </th>
              <td className="figure">{requests}</td>
              <td className="figure">{formatMoney(tips)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </BarChart>
  );
}

/** The address at which guests find a song: the search of the cafe's page. */
function SongLink({ title, artist }: { title: string; artist: string }) {
  const { data: cafe } = useQuery(CAFE);
  const words = (
    <>
      {title} <span className="evening-artist">{artist}</span>
    </>
  );
  if (!cafe) return words;
  const term = encodeURIComponent(title);
  return <a href={`/cafe/${cafe._id}?term=${term}`} target="_blank" rel="noopener">{words}</a>;
}
