// /panel/evenings: one evening as a page that prints on one sheet, and the list of days (docs/evenings.md).
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import type { ErrorCode } from "../../../../server/contract/error_codes.ts";
import { EmptyState } from "../../../components/EmptyState.tsx";
import { Loading } from "../../../components/Loading.tsx";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { formatDate } from "../../../lib/format.ts";
import { EveningList, EveningPicker, LetterTick } from "../../evenings/EveningPicker.tsx";
import { EveningRecord } from "../../evenings/EveningRecord.tsx";
import { asked, EVENINGS, useLoaded } from "../../queries.ts";
import { failedWith } from "../../ScreenStates.tsx";
import { titled } from "../../title.ts";

/** The codes of a day without anything, and of what is no date. */
const NOTHING: ErrorCode[] = ["evening_not_found", "invalid_input"];
const LETTER = asked("GET /api/evenings/letter");
const DATE = /^\d{4}-\d\d-\d\d$/;

export const Route = createFileRoute("/_owner/panel/evenings")({
  validateSearch: ({ date }): { date?: string } =>
    typeof date === "string" && DATE.test(date) ? { date } : {},
  loaderDeps: ({ search: { date } }) => ({ date }),
  loader: async ({ context: { queries: { load } }, deps: { date } }) => {
    const [evenings] = await Promise.all([load(EVENINGS), load(LETTER)]);
    const shown = date ?? evenings[0]?.date;
    if (shown !== undefined) await load(eveningOf(shown));
  },
  head: titled("Akşamlar"),
  component: Evenings,
  errorComponent: failedWith("Akşamlar yüklenemedi."),
});

/** Null for a day without anything, or that is no date. */
function eveningOf(date: string) {
  const evening = asked("GET /api/evenings/:date", { params: { date } });
  return { ...evening, meta: { nothing: NOTHING } };
}

/** What the route has loaded as long ago as that is not asked for again. */
const JUST_NOW_MS = 1000;

function Evenings() {
  const search = Route.useSearch();
  const evenings = useLoaded(EVENINGS);
  const date = search.date ?? evenings[0]?.date;
  const { data: evening } = useQuery({
    ...eveningOf(date ?? ""),
    enabled: date !== undefined,
    staleTime: JUST_NOW_MS,
    // As another evening begins, the one before stays until that is there.
    placeholderData: (before) => before,
  });
  const letter = useLoaded(LETTER);
  return (
    <div className="evening">
      <PageHeading title="Akşamlar" lead={date && formatDate(date)}>
        <EveningPicker evenings={evenings} date={date} />
      </PageHeading>
      {evening
        ? <EveningRecord evening={evening} />
        : date && evening === undefined
        ? <Loading label="Yükleniyor…" />
        : (
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
