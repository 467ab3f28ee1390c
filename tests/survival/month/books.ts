// What cafes have earned and been paid by their own count: tips by their time, and closings by the calendar.

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
/** Monday, 2 November 2026, 00:00 in Istanbul. */
const MONDAY = Date.UTC(2026, 10, 1, 21);

interface Tip {
  at: number;
  kurus: number;
}

/** The books of all cafes, which close together. */
export class Books {
  readonly #closings: { closedAt: number; endsAt: number }[] = [];

  constructor(readonly cafes: CafeBooks[], readonly feePercent: number) {}

  get closings(): number {
    return this.#closings.length;
  }

  /** Closes what is due at `now`: each Monday, or right behind what a clock that ran ahead has closed. */
  closeIfDue(now: number): void {
    const due = MONDAY + Math.floor((now - MONDAY) / WEEK_MS) * WEEK_MS;
    const tips = this.cafes.flatMap(({ all }) => all.filter(({ kurus }) => kurus > 0))
      .map(({ at }) => at);
    const last = Math.max(...this.#closings.map(({ endsAt }) => endsAt));
    if (last > now + DAY_MS) {
      const isDone = this.#closings.some(({ closedAt, endsAt }) =>
        closedAt >= due && closedAt <= now && endsAt > closedAt
      );
      if (!isDone) this.#close(Math.max(now, last + 1, Math.max(...tips) + 1), now);
      return;
    }
    const first = this.#closings.length > 0 ? last : Math.min(...tips);
    for (let end = mondayAfter(first); end <= due; end += WEEK_MS) this.#close(end, now);
  }

  #close(endsAt: number, closedAt: number): void {
    this.#closings.push({ endsAt, closedAt });
    for (const cafe of this.cafes) cafe.close(endsAt, this.feePercent);
  }
}

export class CafeBooks {
  /** Reversed ones too. */
  readonly all: Tip[] = [];
  #unpaid: Tip[] = [];
  /** What was closed, oldest first, in kuruş: what the cafe receives, and the fee. */
  readonly payouts: { endsAt: number; kurus: number; fee: number }[] = [];
  /** Of the till. What was not to be received in the end is below zero. */
  readonly due: Tip[] = [];
  readonly received: Tip[] = [];

  earn(kurus: number, at: number): void {
    const tip = { at, kurus };
    this.all.push(tip);
    this.#unpaid.push(tip);
  }

  /** The song that began last was cut short. */
  reverse(): void {
    this.#unpaid.pop();
  }

  get balanceKurus(): number {
    return sumOf(this.#unpaid);
  }

  close(endsAt: number, feePercent: number): void {
    const kurus = sumOf(this.#unpaid.filter(({ at }) => at < endsAt));
    if (kurus === 0) return;
    this.#unpaid = this.#unpaid.filter(({ at }) => at >= endsAt);
    const fee = Math.floor(kurus * feePercent / 100);
    this.payouts.push({ endsAt, kurus: kurus - fee, fee });
  }
}

/** The sum of `tips` on the `days` Istanbul days that end with that of `now`, in kuruş. */
export function sumWithin(tips: Tip[], days: number, now: number): number {
  const end = MONDAY + (Math.floor((now - MONDAY) / DAY_MS) + 1) * DAY_MS;
  return sumOf(tips.filter(({ at }) => at >= end - days * DAY_MS && at < end));
}

function mondayAfter(at: number): number {
  return MONDAY + (Math.floor((at - MONDAY) / WEEK_MS) + 1) * WEEK_MS;
}

function sumOf(tips: Tip[]): number {
  return tips.reduce((sum, { kurus }) => sum + kurus, 0);
}
