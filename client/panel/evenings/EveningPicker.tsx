// Which evening is shown, the list of days, the tables to save, and the letter of the morning.
import { Link, useNavigate } from "@tanstack/react-router";
import type { EveningRow } from "../../../server/contract/evenings.ts";
import { Button, buttonClass } from "../../components/Button.tsx";
import { wholeWords } from "../../components/whole_words.tsx";
import { formatMoney, formatShortDay } from "../../lib/format.ts";
import { DownloadButton } from "../DownloadButton.tsx";
import { usePanel } from "../services.ts";
import { useSave } from "../use_save.ts";

interface EveningPickerProps {
  /** The days of the list, newest first. */
  evenings: EveningRow[];
  /** The day that is shown. */
  date: string | undefined;
}

/** The day before and the day after, as far as the list goes, and any other by its date. */
export function EveningPicker({ evenings, date }: EveningPickerProps) {
  const navigate = useNavigate();
  const newer = evenings.findLast((row) => date !== undefined && row.date > date);
  const older = evenings.find((row) => date !== undefined && row.date < date);
  const choose = (chosen: string) => {
    // An emptied field shows the newest evening.
    navigate({ to: "/panel/evenings", search: chosen === "" ? {} : { date: chosen } });
  };
  return (
    <nav className="evening-picker" aria-label="Akşam seç">
      {older && (
        <Link className={buttonClass("plain")} to="/panel/evenings" search={{ date: older.date }}>
          Önceki
        </Link>
      )}
      <label className="evening-date">
        <span className="visually-hidden">Tarih</span>
        <input
          type="date"
          value={date ?? ""}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      </label>
      {newer && (
        <Link className={buttonClass("plain")} to="/panel/evenings" search={{ date: newer.date }}>
          Sonraki
        </Link>
      )}
      <Button icon="print" onClick={() => print()}>Yazdır</Button>
    </nav>
  );
}

const COLUMNS = ["İstek", "Çalan", "Bahşiş"];

/** The last days, each with a link to its record, and the two tables. */
export function EveningList({ evenings }: Pick<EveningPickerProps, "evenings">) {
  const { api } = usePanel();
  return (
    <section className="card evening-days" aria-labelledby="evening-days">
      <div className="section-heading">
        <h2 id="evening-days">Son 30 gün</h2>
        <div className="evening-tables">
          <DownloadButton
            load={() => api("GET /api/evenings.csv", { file: true })}
            name="siradaki-aksamlar.csv"
          >
            Günler (CSV)
          </DownloadButton>
          <DownloadButton
            load={() => api("GET /api/plays.csv", { file: true })}
            name="siradaki-calanlar.csv"
          >
            Çalan eserler (CSV)
          </DownloadButton>
        </div>
      </div>
      <table className="table day-table" role="table">
        <caption className="visually-hidden">Günler, en yenisi üstte</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">Gün</th>
            {COLUMNS.map((column) => (
              <th key={column} role="columnheader" scope="col" className="figure">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {evenings.map(({ date, requests, played, tips }) => (
            <tr key={date} role="row">
              <th role="rowheader" scope="row">
                <Link to="/panel/evenings" search={{ date }}>{formatShortDay(date)}</Link>
              </th>
              {[requests, played, formatMoney(tips)].map((figure, i) => (
                <td key={i} role="cell" className="figure" data-column={COLUMNS[i]}>
                  <span className="money">{figure}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The tick that turns the letter of the morning on and off. */
export function LetterTick({ on }: { on: boolean }) {
  const { saving, save } = useSave("PUT /api/evenings/letter", {
    failed: "Kaydedilemedi.",
    scope: "letter",
  });
  return (
    <label className="evening-letter">
      <input
        type="checkbox"
        checked={saving?.body.on ?? on}
        disabled={saving !== undefined}
        onChange={(event) => save({ body: { on: event.currentTarget.checked } })}
      />
      <span>{wholeWords("Her sabah 10.00'da dünkü akşamı e-postayla gönder")}</span>
    </label>
  );
}
