// Adds songs to the cafe's folder: files that are dropped here or chosen, sent one after the other.
import { type DragEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../components/Button.tsx";
import type { ErrorAnswer } from "../../../server/contract/error_codes.ts";
import { addressOf } from "../../lib/calls.ts";
import { ApiError, NetworkError, sentenceOf } from "../../lib/http.ts";
import { copyText } from "../files.ts";
import { usePanel } from "../services.ts";

/** Why a file was not taken. */
interface Refused {
  name: string;
  why: string;
}

interface Sending {
  /** Of all files of this time: how many, and how many are through. */
  total: number;
  through: number;
  added: number;
  refused: Refused[];
  /** The file that is on its way, and how much of it has left, from 0 to 1. Undefined at the end. */
  now?: { name: string; part: number };
}

/** `send` is replaced in tests. */
function useAddedFiles(onAdded: () => Promise<unknown>, send: typeof sendFile) {
  const { session } = usePanel();
  const [sending, setSending] = useState<Sending>();
  const waiting = useRef<File[]>([]);
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);

  async function run(): Promise<void> {
    const stop = stopping.current = new AbortController();
    let state: Sending = { total: waiting.current.length, through: 0, added: 0, refused: [] };
    const show = (changes: Partial<Sending>) => setSending(state = { ...state, ...changes });
    for (let file; (file = waiting.current.shift()) && !stop.signal.aborted;) {
      const { name } = file;
      show({ total: state.through + 1 + waiting.current.length, now: { name, part: 0 } });
      try {
        await send(file, {
          token: session.readToken(),
          signal: stop.signal,
          onProgress: (part) => show({ now: { name, part } }),
        });
        show({ added: state.added + 1 });
      } catch (error) {
        const why = sentenceOf(error) ||
          (stop.signal.aborted ? "Durdurdunuz." : "Bağlantı koptu. Dosyayı yeniden ekleyin.");
        show({ refused: [...state.refused, { name, why }] });
      }
      show({ through: state.through + 1 });
    }
    show({ now: undefined });
    stopping.current = undefined;
    await onAdded();
  }
  return {
    sending,
    add(files: Iterable<File>) {
      waiting.current.push(...files);
      if (waiting.current.length > 0 && !stopping.current) void run();
    },
    stop() {
      waiting.current = [];
      stopping.current?.abort();
    },
  };
}

const TYPES = ".mp3,.m4a,.m4b,.mp4,.aac,.flac,.ogg,.oga,.opus,.wav,.webm,audio/*";

export interface AddFilesProps {
  /** Called when all files of one time are through. */
  onAdded: () => Promise<unknown>;
  send?: typeof sendFile;
}

export function AddFiles({ onAdded, send = sendFile }: AddFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { sending, add, stop } = useAddedFiles(onAdded, send);
  const now = sending?.now;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  return (
    <div
      className="add-files"
      data-over={over || undefined}
      onDragOver={(event) => {
        // The browser would open the file.
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={TYPES}
        onChange={({ currentTarget }) => {
          add(currentTarget.files ?? []);
          // The same file may be chosen again.
          currentTarget.value = "";
        }}
      />
      <div className="form-end">
        <Button icon="upload" onClick={() => input.current!.click()}>Dosya ekle</Button>
        <p className="aside">Ya da şarkıları buraya bırakın.</p>
      </div>
      {now && (
        <div className="add-files-now">
          <p>
            <span className="skipped-file">{now.name}</span>{" "}
            <span className="aside">{sending!.through + 1} / {sending!.total}</span>
          </p>
          <progress
            aria-label="Dosyaların eklenmesi"
            max={sending!.total}
            value={sending!.through + now.part}
          />
          <Button look="quiet" onClick={stop}>Durdur</Button>
        </div>
      )}
      <p role="status">{sending && !now && wordsFor(sending)}</p>
      {sending && !now && sending.refused.length > 0 && <RefusedFiles files={sending.refused} />}
    </div>
  );
}

function wordsFor({ added, refused }: Sending): string {
  const words = [
    added > 0 && `${added} şarkı eklendi.`,
    refused.length > 0 && `${refused.length} dosya eklenemedi.`,
  ];
  return words.filter(Boolean).join(" ");
}

function RefusedFiles({ files }: { files: Refused[] }) {
  return (
    <details className="skipped" open>
      <summary>Eklenemeyen dosyalar</summary>
      <ul>
        {files.map(({ name, why }, at) => (
          <li key={at}>
            <span className="skipped-file">{name}</span>
            <span className="skipped-why">{why}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

// Sends a file with its progress, which `fetch` does not tell (docs/library.md#adding-files).

interface SendFileOptions {
  token: string | null;
  /** How much of the file has left, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Adds a file to the cafe's folder of music.
 * @throws ApiError if the server refused it, NetworkError if it was not reached or `signal` was aborted
 */
function sendFile(
  file: File,
  { token, onProgress, signal }: SendFileOptions,
): Promise<void> {
  const request = new XMLHttpRequest();
  const address = addressOf("POST /api/library/files", { query: { name: file.name } });
  request.open("POST", address);
  request.responseType = "json";
  request.setRequestHeader("content-type", file.type || "audio/*");
  if (token) request.setRequestHeader("x-auth-token", token);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const lost = () => reject(new NetworkError(`Cannot reach ${address}`));
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onerror = request.onabort = request.ontimeout = lost;
  request.onload = () => {
    const { status, response } = request;
    if (status < 300) return resolve();
    reject(new ApiError(status, (response ?? {}) as Partial<ErrorAnswer>));
  };
  signal.addEventListener("abort", () => request.abort());
  request.send(file);
  return promise;
}

/** Shows the folder's path on the server's computer, so that the owner can open it in the file manager there. */
export function FolderPath({ folder }: { folder: string }) {
  const { notices } = usePanel();
  const copy = async () => {
    const copied = await copyText(folder);
    notices.show(
      copied ? "success" : "error",
      copied ? "Klasörün yolu kopyalandı." : "Klasörün yolu kopyalanamadı.",
    );
  };
  return (
    <div className="folder-path">
      <p className="aside">Sıradaki'nin çalıştığı bilgisayardaki klasör:</p>
      <code>{folder}</code>
      <Button icon="copy" onClick={copy}>Kopyala</Button>
    </div>
  );
}
