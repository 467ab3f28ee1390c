// How many connections there may be (docs/live.md#caps).

export interface Caps {
  perAddress: number;
  total: number;
}

export const DEFAULT_CAPS: Caps = { perAddress: 500, total: 20_000 };
/** For RATE_LIMITS=off. */
export const NO_CAPS: Caps = { perAddress: Infinity, total: Infinity };
/** Sockets that were sent a close count until they are gone, so a tenth more than the caps may be open. */
const CLOSING_ALLOWANCE = 1.1;

/** Counts connections by address. */
export function createCount({ perAddress, total }: Caps) {
  const byAddress = new Map<string, number>();
  let all = 0;
  const of = (address: string) => byAddress.get(address) ?? 0;

  return {
    /** Whether this address may open one more, perhaps just to be sent a close code. */
    mayConnect: (address: string) =>
      all < total * CLOSING_ALLOWANCE && of(address) < perAddress * CLOSING_ALLOWANCE,

    /** Returns whether the new connection is within the caps. */
    add(address: string): boolean {
      all++;
      byAddress.set(address, of(address) + 1);
      return all <= total && of(address) <= perAddress;
    },
    remove(address: string): void {
      all--;
      if (of(address) === 1) byAddress.delete(address);
      else byAddress.set(address, of(address) - 1);
    },
  };
}
