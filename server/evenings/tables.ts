// An owner's days and the works that were played, as tables for a spreadsheet (docs/evenings.md#tables).
import { cafeDayOf, startOfCafeDay } from "../../db/evenings/cafe_day.ts";
import { listPlayedWorks } from "../../db/evenings/played_songs.ts";
import { istanbulTime } from "../contract/clock.ts";
import type { EveningsQuery } from "../contract/evenings.ts";
import { oneLine } from "../contract/fields.ts";
import { toKurus } from "../contract/money.ts";
import type { Deps } from "../deps.ts";
import { dateText } from "../payouts/istanbul_time.ts";
import { amountCell, toCsv } from "../http/text_tables.ts";
import { daysOf, readEvenings } from "./evenings.ts";
import { secondsHeard } from "./hours.ts";

type ReadDeps = Pick<Deps, "db" | "now">;

/** The list of days. @throws DomainError `invalid_input` */
export async function eveningsCsv(
  deps: ReadDeps,
  ownerId: string,
  query: EveningsQuery,
): Promise<string> {
  const rows = await readEvenings(deps, ownerId, query);
  return toCsv([
    ["Tarih", "İstek", "Çalan", "Bahşiş (TL)", "Alınan (TL)"],
    ...rows.map(({ date, requests, played, tips, received }) => [
      dateText(startOfCafeDay(cafeDayOf(date)!)),
      String(requests),
      String(played),
      amountCell(toKurus(tips)),
      amountCell(Math.round(received * 100)),
    ]),
  ]);
}

/** What was played, as the clock in the cafe showed. @throws DomainError `invalid_input` */
export async function playsCsv(
  { db, now }: ReadDeps,
  ownerId: string,
  query: EveningsQuery,
): Promise<string> {
  const nowMs = now();
  const { first, last } = daysOf(query, nowMs);
  const works = await listPlayedWorks(db, {
    owner: ownerId,
    from: startOfCafeDay(first),
    to: startOfCafeDay(last + 1),
  });
  return toCsv([
    ["Tarih", "Saat", "Şarkı", "Sanatçı", "Albüm", "ISRC", "Saniye", "Kaynak", "Müşteri isteği"],
    ...works.map((work) => [
      dateText(work.startedAt),
      istanbulTime(work.startedAt),
      // Earlier versions kept what guests wrote as it was.
      ...[work.title, work.artist, work.album ?? ""].map(oneLine),
      work.isrc ?? "",
      String(secondsHeard(work, nowMs) ?? ""),
      work.source,
      work.byGuest ? "evet" : "hayır",
    ]),
  ]);
}
