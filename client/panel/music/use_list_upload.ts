// Sends a file as the cafe's list of songs, in two steps: what it holds, and the answer to the question whether it is to
// replace the present list. The replacement can be taken back.
import { useState } from "react";
import { MAX_LIST_BYTES } from "../../../server/contract/limits.ts";
import type {
  ListAnswer,
  ListColumns,
  ListPreview,
} from "../../../server/contract/music_settings.ts";
import { ApiError, sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

const KEY = "siradaki.earlierList";

/** The list that was replaced last, kept for this tab so that the replacement can be taken back (docs/manual.md#screen). */
interface EarlierList {
  songs: number;
  /** The file that takes the replacement back. */
  file: string;
}

/** A file that was chosen and not sent yet. */
export interface ChosenList {
  file: File;
  preview: ListPreview;
  /** The columns of title and artist as both calls take them; nothing if the file tells them. */
  query: ListColumns;
  /** The present list, which takes the replacement back; undefined without one, or if it is too large to be sent. */
  present?: EarlierList;
}

export function useListUpload() {
  const { api, session } = usePanel();
  const [busy, setBusy] = useState("");
  const [chosen, setChosen] = useState<ChosenList>();
  const [answer, setAnswer] = useState<ListAnswer>();
  const [undone, setUndone] = useState<ListAnswer>();
  const [failure, setFailure] = useState("");
  const [earlier, setEarlier] = useState(() => readEarlierList(session.user()));

  /** Does what `saying` says, unless something else is under way. */
  const during = async (saying: string, work: () => Promise<void>) => {
    if (busy) return;
    setBusy(saying);
    setFailure("");
    setAnswer(undefined);
    setUndone(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(sentenceOf(error) || "Bağlantıyı kontrol edip tekrar deneyin.");
    }
    setBusy("");
  };
  const keep = (list: EarlierList | undefined) => {
    keepEarlierList(session.user(), list);
    setEarlier(list);
  };
  return {
    /** What is under way, '' if nothing is. */
    busy,
    chosen,
    /** What became of the file that was sent. */
    answer,
    /** The earlier list, after it was put back. */
    undone,
    failure,
    earlier,
    /** Reads what the file holds. Nothing without a file. */
    choose: async (file: File | undefined) => {
      if (!file) return;
      await during("Dosya okunuyor…", async () => {
        setChosen(undefined);
        // The server refuses more. Said before the file has been sent for minutes.
        if (file.size > MAX_LIST_BYTES) {
          return setFailure("Dosya en fazla 1 MB olabilir. Listeyi kısaltıp tekrar deneyin.");
        }
        const body = { body: file, media: "text/csv" } as const;
        const preview = await api("POST /api/music/list/preview", body);
        if (preview.songs === 0 && preview.listed === 0) return setFailure("Bu dosya boş.");
        const before = preview.listed > 0
          ? await api("GET /api/music/list", { file: true })
          : undefined;
        const present = before && before.size <= MAX_LIST_BYTES
          ? { songs: preview.listed, file: await before.text() }
          : undefined;
        setChosen({ file, preview, query: queryOf(preview), present });
      });
    },
    /** Reads the chosen file again, with title and artist in these columns, counted from 0. */
    arrange: async (list: ChosenList, columns: { title: number; artist: number }) =>
      await during("Dosya okunuyor…", async () => {
        const query = { title: `${columns.title}`, artist: `${columns.artist}` };
        const body = { body: list.file, media: "text/csv", query } as const;
        const preview = await api("POST /api/music/list/preview", body);
        setChosen({ ...list, preview, query });
      }),
    cancel: () => setChosen(undefined),
    /** Replaces the present list by the chosen file. */
    replace: async ({ file, query, present }: ChosenList) =>
      await during("Liste yükleniyor…", async () => {
        try {
          setAnswer(await api("PUT /api/music/list", { body: file, media: "text/csv", query }));
        } catch (error) {
          // Without an answer the list may have been replaced.
          if (!(error instanceof ApiError)) keep(present);
          throw error;
        }
        keep(present);
        setChosen(undefined);
      }),
    undo: async (list: EarlierList) =>
      await during("Eski liste geri yükleniyor…", async () => {
        const body = new Blob([list.file], { type: "text/csv" });
        setUndone(await api("PUT /api/music/list", { body, media: "text/csv" }));
        keep(undefined);
      }),
  };
}

/** What the question shows is what is sent. */
function queryOf({ columns }: ListPreview): ListColumns {
  if (!columns || columns.sure) return {};
  return { title: `${columns.title}`, artist: `${columns.artist}` };
}

/** What is kept of this user, who is a person at one of their cafes. */
function readEarlierList(user: string | undefined): EarlierList | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (kept === null || kept.user !== user) return undefined;
    return { songs: kept.songs, file: kept.file };
  } catch {
    // Someone else has written there.
    return undefined;
  }
}

/** Keeps it, or forgets what is kept. */
function keepEarlierList(user: string | undefined, list: EarlierList | undefined): void {
  try {
    if (list) sessionStorage.setItem(KEY, JSON.stringify({ user, ...list }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without room for it, it does not outlive the page.
  }
}
