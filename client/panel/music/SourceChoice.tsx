// Shows a card for each source of music, with which the owner chooses one (docs/music.md#screen).
import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { MusicSettings } from "../../../server/contract/music_settings.ts";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { Button } from "../../components/Button.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Notice } from "../../components/Notice.tsx";
import { sentenceOf } from "../../lib/http.ts";
import { queueOf, waitingOf } from "../live/queue_order.ts";
import type { Connection } from "../live/use_facts.ts";
import { REQUESTS } from "../queries.ts";
import { usePanel } from "../services.ts";
import { hasPlayer, needsAccount } from "../source_traits.ts";
import { ConnectionActions } from "./ConnectionActions.tsx";

/** What each source is for, in a sentence below its name. */
const PURPOSES: Record<string, string> = {
  spotify: "Spotify Premium hesabınızdan çalar. Müşteriler Spotify'daki şarkılardan ister.",
  library: "Kendi müzik dosyalarınızdan çalar, üyelik gerekmez.",
  manual: "Şarkıları kendi sisteminizde siz çalarsınız. Sıradaki istekleri toplar ve sıraya koyar.",
};

type Source = MusicSettings["sources"][number];

/** `wanted` is the id of the source whose choice is under way. */
function useChooseSource({ source: inUse }: MusicSettings) {
  const { api, notices, queries } = usePanel();
  const [wanted, setWanted] = useState<string>();
  const choose = async ({ id, label }: Source) => {
    if (wanted !== undefined || id === inUse) return;
    setWanted(id);
    try {
      const { fallback } = await api("PUT /api/music", { body: { source: id } });
      // What is not known is not said.
      const reading = api("GET /api/playback").catch(() => ({ auto: undefined }));
      const [{ auto }] = await Promise.all([reading, queries.refreshRoom()]);
      const requests = queries.known(REQUESTS) ?? [];
      const detail = [
        ...whatWaits(requests),
        ...hasPlayer(id) && auto !== undefined ? [whatPlays(auto, fallback)] : [],
        "Geri dönmek için önceki kaynağı yeniden seçin.",
      ];
      notices.show("success", `Müzik kaynağı: ${label}.`, detail.join(" "));
    } catch (error) {
      notices.show("error", "Müzik kaynağı değiştirilemedi.", sentenceOf(error));
    }
    await Promise.all([queries.refreshAfter("PUT /api/music"), queries.refreshRoom()]);
    setWanted(undefined);
  };
  return { wanted, choose };
}

/** What becomes of the cafe's requests at the source that is in use now. */
function whatWaits(requests: readonly OpenRequest[]): string[] {
  const waiting = waitingOf(requests).length;
  const queued = queueOf(requests).length + waiting;
  if (queued === 0) return [];
  const wait = waiting > 0 ? `; ${waiting} tanesi kendi kaynağına dönünce çalar` : "";
  return [`Sıradaki ${queued} şarkı sırada kaldı${wait}.`];
}

/** How songs begin there: the choice may have turned the switch on or off (docs/music.md#settings). */
function whatPlays(auto: boolean, fallback: MusicSettings["fallback"]): string {
  if (!auto) return "Otomatik çal kapalı: şarkıları siz başlatırsınız.";
  const meanwhile = Array.isArray(fallback)
    ? ", sıra boşken saatlere göre"
    : fallback.kind === "library"
    ? ", sıra boşken kendi dosyalarınızdan karışık"
    : "";
  return `Otomatik çal açık: şarkılar kendiliğinden çalar${meanwhile}.`;
}

interface SourceCardProps {
  source: Source;
  connection: Connection;
  name: string;
  chosen: boolean;
  inUse: boolean;
  /** Whether the owner has just chosen it, and the server has not answered yet. */
  busy: boolean;
  choose: () => void;
}

function SourceCard(props: SourceCardProps) {
  const { source: { id: sourceId, label, ready, reason }, name, chosen, inUse, busy } = props;
  const id = useId();
  const purpose = PURPOSES[sourceId];
  return (
    <div className="source" data-ready={ready || inUse || undefined}>
      <input
        type="radio"
        id={id}
        name={name}
        checked={chosen}
        disabled={!ready && !inUse}
        aria-describedby={`${id}-purpose ${id}-state`}
        onChange={props.choose}
      />
      <label htmlFor={id} className="source-name">{label}</label>
      {purpose && <p id={`${id}-purpose`} className="source-purpose">{purpose}</p>}
      <p id={`${id}-state`} className={ready ? "source-state" : "source-state source-missing"}>
        <Icon name={ready ? "check" : "warning"} />
        {reason ?? stateOf(busy, inUse)}
      </p>
      {!ready && <MissingStep {...props} />}
    </div>
  );
}

/**
 * What the owner can do here about a source that is not ready; of any other its reason says what to do. An account in use is
 * connected in its own section.
 */
function MissingStep({ source: { id }, connection, inUse }: SourceCardProps) {
  return needsAccount(id) && !inUse
    ? <ConnectionActions connection={connection} look="plain" />
    : null;
}

function stateOf(busy: boolean, inUse: boolean): string {
  if (busy) return "Seçiliyor…";
  return inUse ? "Kullanılıyor" : "Hazır";
}

interface SourceChoiceProps {
  settings: MusicSettings;
  connection: Connection;
  /** The id of a source that the owner has just made ready, and may want to use at once. */
  offered?: string;
}

/** How far each key moves among the cards. */
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

export function SourceChoice({ settings, connection, offered }: SourceChoiceProps) {
  const id = useId();
  const cards = useRef<HTMLFieldSetElement>(null);
  const { wanted, choose } = useChooseSource(settings);
  /** Arrow keys would choose each source on the way. Here they only move, and the space bar chooses. */
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const radios = [...cards.current!.querySelectorAll<HTMLInputElement>("input:enabled")];
    const at = radios.findIndex((radio) => radio === event.target);
    if (step === undefined || at === -1) return;
    event.preventDefault();
    radios.at((at + step) % radios.length)?.focus();
  };
  const offer = settings.sources.find(({ id, ready }) => id === offered && ready);
  const inUse = settings.sources.find(({ id }) => id === settings.source);
  return (
    <>
      {offer && offer !== inUse && (
        <Notice
          kind="success"
          text={`${offer.label} hazır.`}
          detail={`Müziğin kaynağı hâlâ şu: ${inUse?.label}.`}
        >
          <Button look="primary" busy={wanted === offer.id} onClick={() => void choose(offer)}>
            {offer.label}'ı şimdi kullan
          </Button>
        </Notice>
      )}
      <fieldset ref={cards} className="sources" onKeyDown={move} aria-busy={wanted !== undefined}>
        <legend>Müzik nereden çalsın?</legend>
        {settings.sources.map((source) => (
          <SourceCard
            key={source.id}
            {...{ source, connection }}
            name={id}
            chosen={source.id === (wanted ?? settings.source)}
            inUse={source.id === settings.source}
            busy={source.id === wanted}
            choose={() => void choose(source)}
          />
        ))}
      </fieldset>
    </>
  );
}
