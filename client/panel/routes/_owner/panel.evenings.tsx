// /panel/evenings: one evening as a page that prints on one sheet, and the list of days (docs/evenings.md).
import { createFileRoute } from "@tanstack/react-router";
import { EmptyState } from "../../../components/EmptyState.tsx";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { formatDate } from "../../../lib/format.ts";
import { ApiError } from "../../../lib/http.ts";
import { EveningList, EveningPicker, LetterTick } from "../../evenings/EveningPicker.tsx";
import { EveningRecord } from "../../evenings/EveningRecord.tsx";
import { useFresh } from "../../live/use_live.ts";
import { failedWith } from "../../ScreenStates.tsx";
import { type PanelServices, usePanel } from "../../services.ts";
import { titled } from "../../title.ts";

/** The codes of a day without anything, and of what is no date. */
const NOTHING: unknown[] = ["evening_not_found", "invalid_input"];
const DATE = /^\d{4}-\d\d-\d\d$/;

export const Route = createFileRoute("/_owner/panel/evenings")({
  validateSearch: ({ date }): { date?: string } =>
    typeof date === "string" && DATE.test(date) ? { date } : {},
  loaderDeps: ({ search: { date } }) => ({ date }),
  loader: ({ context: { api }, deps: { date } }) => readEvening(api, date),
  head: titled("Akşamlar"),
  component: Evenings,
  errorComponent: failedWith("Akşamlar yüklenemedi."),
});

async function readEvening(api: PanelServices["api"], asked: string | undefined) {
  const [evenings, letter] = await Promise.all([
    api("GET /api/evenings"),
    api("GET /api/evenings/letter"),
  ]);
  const date = asked ?? evenings[0]?.date;
  const evening = date === undefined ? null : await findEvening(api, date);
  return { evenings, letter, date, evening };
}

/** Null for a day without anything, or that is no date. */
async function findEvening(api: PanelServices["api"], date: string) {
  try {
    return await api("GET /api/evenings/:date", { params: { date } });
  } catch (error) {
    if (error instanceof ApiError && NOTHING.includes(error.code)) return null;
    throw error;
  }
}

function Evenings() {
  const { api } = usePanel();
  const { date: asked } = Route.useSearch();
  const shown = Route.useLoaderData();
  const { evenings, letter, date, evening } = shown;
  useFresh(shown, () => readEvening(api, asked));
  return (
    <div className="evening">
      <PageHeading title="Akşamlar" lead={date && formatDate(date)}>
        <EveningPicker evenings={evenings} date={date} />
      </PageHeading>
      {evening ? <EveningRecord evening={evening} /> : (
        <EmptyState
          icon="evening"
          text={date === undefined
            ? "Henüz bir akşamınız yok."
            : "Bu gün istek gelmedi, müzik çalmadı, kasaya para girmedi."}
          hint={date === undefined
            ? "İlk istek gelince ya da ilk şarkı çalınca burada görünür."
            : undefined}
        />
      )}
      <LetterTick on={letter.on} />
      {evenings.length > 0 && <EveningList evenings={evenings} />}
    </div>
  );
}
