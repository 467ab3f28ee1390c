// What must hold at every moment of a simulated evening, told by what is heard and by what the calls answer. The rules
// know nothing of how the product works. What must hold at its end is in reckoning.ts.
import type { PlaybackStateName } from "../../../../server/contract/playback.ts";
import { inUsualOrder } from "../../../support/people/queue_order.ts";
import { PLAYLIST } from "./cafe_songs.ts";
import type { Hearing } from "./ear.ts";
import type { Evening, GuestSong, Rules, Sight, Source } from "./port.ts";
import { createHearsay, reckon } from "./reckoning.ts";
import * as allowed from "./tolerances.ts";

const SOURCES: Source[] = ["spotify", "library", "manual"];

/** What a person does that ends what held the music back. */
const RELEASES = /^(resume$|skip|play next|auto on|source)/;

export function createRules(evening: Evening): Rules {
  const { time, ear, service, house, known } = evening;
  const hearsay = createHearsay(evening);
  const faults: string[] = [];
  /** Checks that are due later. */
  const due: { at: number; check(): void | Promise<void> }[] = [];
  /** When the cafe's pages were told of a change. */
  const changesAt: number[] = [];
  house.onChange(() => void changesAt.push(time.now()));
  let probesLeft = 0;
  let lastHearing: Hearing | undefined;
  let nextAskAt = 0;
  let askEveryMs = 1_000;
  let othersMs = 0;
  let wasTogether = false;

  const rules: Rules = {
    faults,
    fault(what) {
      if (!faults.includes(what)) faults.push(what);
    },
    listen() {
      const nowMs = time.now();
      const [newest] = ear.now().slice(-1);
      if (newest !== lastHearing) probesLeft = allowed.PROBES_AFTER_ORDER;
      lastHearing = newest;
      countWaiting();
      countCalls();
      hearTogether();
      const isDue = due.some(({ at }) => at <= nowMs);
      const isProbed = probesLeft > 0 && time.seconds() % 1 === 0;
      const isSilent = ear.silentMs() > allowed.SILENCE_MS && nowMs >= nextAskAt;
      if (ear.silentMs() === 0) askEveryMs = 1_000;
      if (isDue || isProbed || isSilent) return work({ isProbed, isSilent });
    },
    async probe() {
      if (!house.app()) return;
      const [shown, queue] = [await evening.now(), await evening.queue()];
      if (shown && queue.some(({ _id }) => _id === shown.requestId)) {
        rules.fault("a song stands in 'now' and in the queue");
      }
      for (const source of SOURCES) {
        const own = queue.filter(({ _id }) =>
          evening.songs.some((song) => song.id === _id && song.source === source)
        );
        const due = inUsualOrder(own, (r) => ({ ...r, id: r._id, tip: r.tipAmount }));
        if (due.some((r, i) => r !== own[i])) rules.fault("the queue is not in its order");
      }
    },
    ordered(sentAt) {
      const { player } = service;
      const active = player.devices.find(({ isActive, isOn }) => isActive && isOn)?.id;
      const chosen = player.devices.find(({ id, isOn }) => id === known.device && isOn)?.id;
      const moved = evening.deeds.findLast(({ what }) => /^(app device|chose device)/.test(what));
      // An order that is carried out late was given on the device that was chosen then.
      const wasChosen = moved?.what === "chose device" && moved.at <= sentAt;
      if (chosen && active !== chosen && wasChosen) {
        rules.fault("a song was ordered on another device than the chosen one");
      }
    },
    pressing,
    heardMs: hearsay.heardMs,
    async reckon() {
      for (const { check } of due.splice(0)) await check();
      for (const fault of await reckon(evening, hearsay)) rules.fault(fault);
    },
  };
  return rules;

  async function work(what: { isProbed: boolean; isSilent: boolean }): Promise<void> {
    for (const one of due.filter(({ at }) => at <= time.now())) {
      due.splice(due.indexOf(one), 1);
      await one.check();
    }
    if (what.isProbed) {
      probesLeft--;
      await rules.probe();
    }
    if (what.isSilent) await askWhy();
  }

  function hearTogether(): void {
    const isTogether = ear.togetherMs() > allowed.TOGETHER_MS && !isPersonsMusic() &&
      !cutOffWithin(allowed.PAGE_MS);
    if (isTogether && !wasTogether) rules.fault("two musics are heard at once");
    wasTogether = isTogether;
  }

  /** What a person chose in the app plays on, whatever the cafe's source is. */
  function isPersonsMusic(): boolean {
    const sounds = ear.now().find(({ where }) => where === "account");
    return sounds !== undefined && !sounds.isOrdered &&
      !PLAYLIST.songs.some(({ uri }) => uri === sounds.uri);
  }

  /** Then no guest's song can begin, as the panel says, although music sounds on another device. */
  function isChosenDeviceOff(): boolean {
    return service.player.devices.some(({ id, isOn }) => id === known.device && !isOn);
  }

  /** A guest's song waits while other music plays on and on. */
  function countWaiting(): void {
    const first = ear.now()[0];
    const isWaiting = known.auto && waiting().length > 0 && known.source === "spotify";
    const isGuests = first && evening.songs.some(({ uri }) => uri === first.uri);
    if (!isWaiting || isGuests || lastDeedMs(/^app|^fallback|source|auto/) < allowed.HUMAN_MS) {
      return void (othersMs = 0);
    }
    if (!first || first.where !== "account" || isChosenInApp() || isChosenDeviceOff()) return;
    // What the service has begun meanwhile is not told from a person's choice, and plays to its end.
    if (cutOffWithin(allowed.FAILED_MS)) return;
    othersMs += 250;
    const songMs = service.player.playing()?.durationMs ?? 0;
    if (othersMs <= allowed.WAITS_SONGS * Math.max(songMs, 100_000)) return;
    othersMs = 0;
    // A song that was skipped before it could be heard waits no longer.
    due.push({
      at: time.now(),
      async check() {
        if (house.app() && await isQueued(waiting())) {
          rules.fault("guests' songs wait although other music ends again and again");
        }
      },
    });
  }

  /** What was pressed before a look could show the choice does not end it. */
  function isChosenInApp(): boolean {
    const { at: chosenAt = -Infinity } =
      evening.deeds.findLast(({ what }) => /^app choose/.test(what)) ?? {};
    const isEnded = evening.deeds.some(({ what, from }) =>
      /resume|skip|play next|auto on/.test(what) && from >= chosenAt + allowed.SILENCE_MS
    );
    return !isEnded && time.now() - chosenAt < 5 * 60_000;
  }

  function countCalls(): void {
    const since = (calls: number[], ms: number, max: number) =>
      calls.length > max && calls.at(-max - 1)! > time.now() - ms;
    if (since(service.callsAt, 30_000, allowed.MAX_CALLS_IN_30_S)) {
      rules.fault("the music service is asked too often");
    }
    for (const page of evening.pages) {
      const changes = changesAt.filter((at) => at > time.now() - 10_000).length;
      if (since(page.callsAt, 10_000, allowed.MAX_PAGE_CALLS_IN_10_S + 2 * changes)) {
        rules.fault("the page calls the server too often");
      }
    }
  }

  /** It is silent: either nothing is to be heard, or the panel says why. */
  async function askWhy(): Promise<void> {
    nextAskAt = time.now() + askEveryMs;
    if (isExcused()) return;
    const sight = await evening.sight();
    if (!sight || ear.silentMs() === 0) return;
    const why = sight.state;
    const hasNext = known.auto && hasSomethingToPlay();
    if (why === "request" || why === "fallback") {
      rules.fault(`the panel says '${why}' while it is silent`);
    } else if (why === "idle" || why === "off") {
      // A song that left the queue without being heard is judged at the end.
      // A page that was killed while nothing played is missed when its lease is over.
      const isMissed = lastDeedMs(/^page crashed/) >= allowed.LEASE_MS;
      if (hasNext && isMissed && (known.fallback || await isQueued(waiting()))) {
        rules.fault(`it is silent, and '${why}', although something is to be played`);
      }
    } else if (!isTrue(why) && hasNext) {
      rules.fault(`it is silent, and '${why}', which is not so`);
    }
    askEveryMs = Math.min(askEveryMs * 2, 30_000);
  }

  /** Whether something has happened a moment ago that takes its time by the docs. */
  function isExcused(): boolean {
    return !house.app() || cutOffWithin(allowed.FAILED_MS) ||
      lastDeedMs(/^(skip|play next|resume|source|auto|fallback|page|chose|decide)/) <
        allowed.SILENCE_MS ||
      (!known.fallback && hasJustBegunToWait()) ||
      lastDeedMs(/^restart/) < allowed.RESTART_MS ||
      lastDeedMs(/^clock|^app/) < allowed.LOOK_MS ||
      lastDeedMs(/^app (choose|next)/) < allowed.HUMAN_MS + chosenMs() ||
      lastDeedMs(/^page crashed/) < allowed.LOST_MS ||
      // 'Devam' lets the song go on, and its page has as long again to report it.
      lastDeedMs(/^page crashed/) < 2 * allowed.LOST_MS &&
        lastDeedMs(/^resume/) < Math.min(allowed.LOST_MS, lastDeedMs(/^page crashed/));
  }

  /** Whether the queue was empty until a moment ago. */
  function hasJustBegunToWait(): boolean {
    const since = Math.min(...waiting().map(({ approvedAt }) => approvedAt!));
    return waiting().length > 0 && time.now() - since < allowed.SILENCE_MS;
  }

  /** How long what a person chose has sounded. */
  function chosenMs(): number {
    const at = evening.deeds.findLast(({ what }) => /^app (choose|next)/.test(what))?.at ?? 0;
    return Math.max(0, (ear.hearings.findLast(({ from }) => from >= at - 500)?.until ?? at) - at);
  }

  /** Whether the product cannot reach the music service or its page, or could not within the last `ms`. */
  function cutOffWithin(ms: number): boolean {
    if (known.source !== "library") return time.now() - service.failedAt() < ms;
    return evening.pages.some((page) => page.isOpen() && !page.isOnline()) ||
      lastDeedMs(/^page back/) < allowed.PAGE_MS;
  }

  /** Whether the reason that the panel tells is one. */
  function isTrue(why: PlaybackStateName): boolean {
    const hand = lastDeed(/^(app|pause$)/);
    const isByHand = hand > lastDeed(RELEASES);
    switch (why) {
      case "paused":
        return isByHand || lastDeed(/^(app )?pause$/) > lastDeed(goesOn()) || isStillPaused();
      case "human":
        return lastDeed(/^app/) > lastDeed(RELEASES) || isServicesMusic();
      case "no_device":
        return known.source === "library"
          ? !evening.pages.some(isAble)
          : !service.player.devices.some(({ isOn, isActive }) => isOn && isActive) ||
            service.player.devices.some(({ id, isOn }) => id === known.device && !isOn) ||
            isByHand && lastDeed(/^app device/) === hand;
      case "blocked":
        return time.now() - service.failedAt() < allowed.BLOCKED_MS;
      default:
        return false;
    }
  }

  /** What the service has begun by itself stands paused: it is not told from a person's choice. */
  function isServicesMusic(): boolean {
    const last = ear.hearings.at(-1);
    return last?.where === "account" && !last.isOrdered &&
      !evening.deeds.some(({ what, at }) =>
        /^(resume$|skip|play next)/.test(what) && at >= last.until
      );
  }

  /**
   * What makes music go on that a person has paused. Turning the switch on does not, choosing the bar's device in the app
   * leaves the music as it is, and play next says that a song is paused. A page that was paused may not have heard that the source was another one for a moment.
   */
  function goesOn(): RegExp {
    return known.source === "library"
      ? /^(resume$|skip)/
      : /^(resume$|skip|source|app (resume|next|choose|device(?! bar)))/;
  }

  /** The page was paused, and what a person pressed since was for another source. */
  function isStillPaused(): boolean {
    return known.source === "library" && lastDeed(/^pause$/) >= 0 &&
      lastDeed(/^source/) > lastDeed(goesOn());
  }

  function isAble(page: Evening["pages"][number]): boolean {
    const { phase, state } = page.speaker.current();
    return page.isOpen() && phase === "on" && !state.needsPress && page.isOnline();
  }

  function hasSomethingToPlay(): boolean {
    return known.source !== "manual" && (known.fallback || waiting().length > 0);
  }

  /** Guests' songs of the cafe's source that have not been heard yet. */
  function waiting(): GuestSong[] {
    return evening.songs.filter((song) =>
      song.status === "approved" && song.source === known.source && !hearsay.hasBegun(song)
    );
  }

  async function isQueued(songs: GuestSong[]): Promise<boolean> {
    const queue = new Set((await evening.queue()).map(({ _id }) => _id));
    return songs.some(({ id }) => queue.has(id));
  }

  /** Which deed of the evening this last was, -1 for none. Several may happen at one moment. */
  function lastDeed(pattern: RegExp): number {
    return evening.deeds.findLastIndex(({ what }) => pattern.test(what));
  }

  /** How long ago a person or the world did this (ms). */
  function lastDeedMs(pattern: RegExp): number {
    return time.now() - (evening.deeds.findLast(({ what }) => pattern.test(what))?.at ?? -Infinity);
  }

  async function pressing(
    what: "skip" | "play next",
    sight: Sight,
  ): ReturnType<Rules["pressing"]> {
    const playedBefore = new Set<GuestSong>();
    for (const song of evening.songs) if (await hearsay.isPlayed(song)) playedBefore.add(song);
    const before = ear.now()[0];
    const heardMs = before && before.lastMs;
    const pressedAt = time.now();
    const { source } = known;
    return async (answers) => {
      const deeds = evening.deeds.length;
      if (source === "manual") return await markByHand(answers);
      const song = before && await hearsay.songOf(before);
      const seen = sight?.playing;
      // What the person saw is over, and another song plays by now.
      if (seen && song && seen.requestId !== song.id && seen.playId) {
        due.push({
          at: pressedAt + 3_000,
          check() {
            const wasCut = before.until < pressedAt + 2_000 &&
              heardMs! < song.lengthMs - allowed.END_MS && evening.deeds.length === deeds;
            if (wasCut) rules.fault(`${what} cut another song than the one that was seen`);
          },
        });
      }
      // Two people who saw the same song end that one.
      if (what === "skip" && seen && answers.length > 1) {
        due.push({
          at: pressedAt + allowed.PRESSED_MS,
          async check() {
            if (evening.deeds.length > deeds) return;
            for (const other of evening.songs) {
              if (other.id === seen.requestId || playedBefore.has(other)) continue;
              if (hearsay.wasHeard(other) || ear.now().some(({ uri }) => uri === other.uri)) {
                continue;
              }
              if (await hearsay.isPlayed(other)) {
                rules.fault("two people's skips of one song took another one, too");
              }
            }
          },
        });
      }
      const started = answers.find(({ status, msg }) =>
        status === 200 && /çalmaya başladı/.test(msg)
      );
      if (started) expectToHear(what, started.msg, pressedAt);
    };
  }

  function expectToHear(what: string, msg: string, pressedAt: number): void {
    const deeds = evening.deeds.length;
    const song = evening.songs.find(({ title }) => msg === `'${title}' çalmaya başladı.`);
    const isPageAble = known.source !== "library" || evening.pages.some(isAble);
    if (!song || song.source === "manual" || !isPageAble) return;
    due.push({
      at: pressedAt + allowed.PRESSED_MS,
      check() {
        const isExcusedNow = evening.deeds.length > deeds || cutOffWithin(allowed.PRESSED_MS);
        if (!isExcusedNow && !hearsay.wasHeard(song)) {
          rules.fault(`${what} answered that a song plays, which no one hears`);
        }
      },
    });
  }

  async function markByHand(answers: { status: number; msg: string }[]): Promise<void> {
    for (const { status, msg } of answers) {
      if (status !== 200) continue;
      for (const song of evening.songs) {
        if (msg === `'${song.title}' çalmaya başladı.` && await hearsay.isPlayed(song)) {
          song.isByHand = true;
        }
      }
    }
  }
}
