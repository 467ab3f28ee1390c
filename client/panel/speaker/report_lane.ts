// What goes to the server: reports in their order, and questions, one at a time. Without a network they wait.
import type { SpeakerOrders } from "../../../server/contract/speaker.ts";
import { ApiError, isRefused } from "../../lib/http.ts";
import { pauseS } from "./pauses.ts";
import type { Report } from "./speaker_machine.ts";

/** A server that refuses is asked again after 1, 2, 4 seconds and so on, at most after so many. */
const MAX_PAUSE_S = 15;

export interface LaneParts {
  report(report: Report): Promise<SpeakerOrders>;
  /** Asks what is to play. */
  ask(): Promise<SpeakerOrders>;
  onOrders(orders: SpeakerOrders): void;
  /** This tab is not the player any more. Nothing is sent after that. */
  onLost(): void;
  /** Called with whether the server answers, whenever that changes. */
  onReached(isReached: boolean): void;
}

export interface ReportLane {
  send(report: Report): void;
  ask(): void;
  /** To be called every second: tries again what waits. */
  retry(): void;
  close(): void;
}

/**
 * Only the answer to what was sent last counts: the orders of an earlier one know nothing of the reports that wait
 * behind it.
 */
export function createReportLane(parts: LaneParts): ReportLane {
  let waiting: Report[] = [];
  let isAsking = false;
  let isRunning = false;
  let isReached = true;
  let isClosed = false;
  /** How often in a row the server has refused, and for how many seconds it is left alone. */
  let refusals = 0;
  let restS = 0;

  const lane: ReportLane = {
    send(report) {
      // A later report says where the song is too.
      waiting = waiting.filter((each, i) => i === 0 && isRunning || each.event !== "progress");
      waiting.push(report);
      start();
    },
    ask() {
      isAsking = true;
      start();
    },
    retry() {
      restS = Math.max(0, restS - 1);
      start();
    },
    close() {
      isClosed = true;
    },
  };
  return lane;

  function start(): void {
    if (!isRunning && !isClosed && restS === 0) void run();
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (!isClosed && (waiting.length > 0 || isAsking)) {
      const [first] = waiting;
      // The answer to a report says the same.
      isAsking = false;
      try {
        const orders = await (first ? parts.report(first) : parts.ask());
        if (isClosed) break;
        waiting = waiting.filter((each) => each !== first);
        refusals = 0;
        reached(true);
        if (waiting.length === 0) parts.onOrders(orders);
      } catch (error) {
        if (isClosed || !goesOn(error, first)) break;
      }
    }
    isRunning = false;
  }

  /** Whether to send what follows at once. */
  function goesOn(error: unknown, first: Report | undefined): boolean {
    if (isRefused(error, "player_lease_old")) {
      isClosed = true;
      parts.onLost();
      return false;
    }
    const status = error instanceof ApiError ? error.status : 0;
    reached(status !== 0);
    const isTurnedDown = status >= 400 && status < 500 && status !== 429;
    // A report that is refused would be refused again. What is to play is asked instead.
    if (isTurnedDown && first) waiting = waiting.filter((each) => each !== first);
    isAsking = true;
    if (isTurnedDown && first) return true;
    // What finds no network disturbs no server, so the reports are there a second after it is back.
    if (status !== 0) restS = pauseS(refusals += 1, MAX_PAUSE_S);
    return false;
  }

  function reached(now: boolean): void {
    if (now !== isReached) parts.onReached(isReached = now);
  }
}
