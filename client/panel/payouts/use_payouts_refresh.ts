// Refreshes the earnings when a tip was earned, or when the admin has marked a payout as paid or corrected that.
import { useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";
import type { Payout, PayoutSummary } from "../../../server/contract/payouts.ts";
import { coalesce } from "../../lib/coalesce.ts";
import { useStore } from "../../lib/store.ts";
import { usePanel } from "../services.ts";

export interface ShownPayouts {
  summary: PayoutSummary;
  payouts: Payout[];
}

/**
 * Loads the screen's data anew if its sums have changed. They are asked for whenever the cafe's facts were refreshed,
 * which happens after every request too. If that fails, the screen stays as it is until the next change or connection.
 */
export function usePayoutsRefresh({ summary, payouts }: ShownPayouts): void {
  const router = useRouter();
  const { api, liveCafe } = usePanel();
  const { facts } = useStore(liveCafe);
  const seen = useRef(facts);
  const shown = useRef("");
  shown.current = JSON.stringify([summary, payouts]);
  const refresh = useMemo(() =>
    coalesce(async () => {
      const now = await Promise.all([api("GET /api/payouts/summary"), api("GET /api/payouts")]);
      if (JSON.stringify(now) !== shown.current) await router.invalidate({ sync: true });
    }), [api, router]);

  useEffect(() => {
    if (seen.current && facts !== seen.current) refresh();
    seen.current = facts;
  }, [facts, refresh]);
}
