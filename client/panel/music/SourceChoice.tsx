// Shows a card for each source of music, with which the owner chooses one (docs/music.md#screen).
import { type KeyboardEvent, useId, useRef } from "react";
import type { MusicSettings } from "../../../server/contract/music_settings.ts";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import type { Connection } from "../live/read_connection.ts";
import { SourceCard } from "./SourceCard.tsx";
import { useChooseSource } from "./use_choose_source.ts";

export interface SourceChoiceProps {
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
