// The player without a browser's audio: what its decks were told is written down, and a test says when seconds pass.
import type { Decks } from "../../../client/panel/speaker/decks.ts";
import { createSpeaker, type Speaker } from "../../../client/panel/speaker/speaker.ts";
import type {
  SpeakerCommand,
  SpeakerEvent,
} from "../../../client/panel/speaker/speaker_machine.ts";
import { createTab, type NeighboursParts } from "../../../client/panel/speaker/tab.ts";
import type { SpeakerOrders } from "../../../server/contract/speaker.ts";
import { playerOrders } from "../../support/people/player_orders.ts";
import type { Call } from "./network.ts";
import { perform, settle } from "./page.ts";
import { openPanel, type PanelPage } from "./panel_page.tsx";

export interface SpeakerPage extends PanelPage {
  speaker: Speaker;
  /** What the decks were told, as 'play b'. The volume is left out. */
  told: string[];
  /** How often a press was made known to the decks. */
  wakes(): number;
  /** What the server answers from now on. */
  order(changes: Partial<SpeakerOrders>): void;
  /** Something happens to a song. */
  happen(event: SpeakerEvent): Promise<void>;
  /** So many seconds pass, one after the other; with `atOnce` the computer has slept meanwhile. */
  seconds(count: number, atOnce?: boolean): Promise<void>;
  /** Something changes in the cafe. */
  change(): Promise<void>;
  /** Another tab of this browser says whether it is the player. */
  neighbour(isOn: boolean): Promise<void>;
  /** What was said to the other tabs: 'who', 'on' or 'off'. */
  said: string[];
  /** The calls to the player's page, as 'report'. */
  calls(): string[];
}

/** A tab that is to be the player of a cafe, in which nothing was pressed yet. `memory` is what the tab keeps. */
export async function openSpeakerPage(memory = new Map<string, string>()): Promise<SpeakerPage> {
  const page = await openPanel();
  const told: string[] = [];
  let wakes = 0;
  let orders = playerOrders();
  let onEvent: (event: SpeakerEvent) => void;
  let onTick: (() => void) | undefined;
  let onChange: (() => void) | undefined;
  let neighbours: NeighboursParts;
  const said: string[] = [];
  const decks: Decks = {
    obey: (command) => void (command.do === "volume" || told.push(inWords(command))),
    wake: () => void (wakes += 1),
    check() {},
    close: () => void told.push("close"),
  };
  const speaker = createSpeaker({
    api: page.services.api,
    tab: createTab(storageOf(memory)),
    decks(listener) {
      onEvent = listener;
      return decks;
    },
    startClock(listener) {
      onTick = listener;
      return () => void (onTick = undefined);
    },
    watch(listener) {
      onChange = listener;
      return { close: () => void (onChange = undefined) };
    },
    neighbours(parts) {
      neighbours = parts;
      return {
        ask: () => void said.push("who"),
        tell: (isOn) => void said.push(isOn ? "on" : "off"),
        close() {},
      };
    },
  });
  const lease = { lease: "secret", epoch: 1, until: "2026-11-02T18:00:00.000Z" };
  page.network.answer("POST", "/api/player/claim", () => Response.json(lease));
  page.network.answer("GET", "/api/player/current", () => Response.json(orders));
  page.network.answer("POST", "/api/player/report", () => Response.json(orders));
  page.network.answer("POST", "/api/player/leave", () => new Response(null, { status: 204 }));
  return {
    ...page,
    speaker,
    told,
    wakes: () => wakes,
    order: (changes) => void (orders = playerOrders(changes)),
    happen: (event) => perform(() => onEvent(event)).then(settle),
    async seconds(count, atOnce = false) {
      for (let second = 0; second < (atOnce ? 1 : count); second++) {
        await page.time.pass(atOnce ? count * 1000 : 1000);
        await perform(() => onTick?.());
        await settle();
      }
    },
    change: () => perform(() => onChange?.()).then(settle),
    neighbour: (isOn) => perform(() => neighbours.onTold(isOn)).then(settle),
    said,
    calls: () => page.network.calls.map(nameOf),
    async [Symbol.asyncDispose]() {
      speaker.close();
      await page[Symbol.asyncDispose]();
    },
  };
}

function nameOf({ path, body }: Call): string {
  const name = path.split(/[/?]/)[3]!;
  const { event, playId } = (body ?? {}) as { event?: string; playId?: string };
  return event ? `${event} ${playId}` : name;
}

function inWords(command: Exclude<SpeakerCommand, { do: "report" | "volume" }>): string {
  return command.do === "load"
    ? `load ${command.side} ${command.song.id}`
    : `${command.do} ${command.side}`;
}

function storageOf(memory: Map<string, string>): Storage {
  return {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
    removeItem: (key: string) => void memory.delete(key),
  } as Storage;
}
