// Saves what one control changes, at once. The control shows the new value meanwhile, and the old one if that fails.
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { HouseRules, HouseRulesChange } from "../../../server/contract/house.ts";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

const FAILED = "Kaydedilemedi.";
const NOT_REACHED = "Bağlantınızı kontrol edip tekrar deneyin.";

/** How the latest change ended. */
export interface Outcome {
  saved?: boolean;
  error?: string;
}

export interface Saving {
  /** The rules with what is being saved. */
  shown: HouseRules;
  outcome: Outcome;
  /** Sends changes one after the other. Resolves to whether it was saved. */
  save(change: HouseRulesChange): Promise<boolean>;
}

/** `rules` are those that the server has. */
export function useSaving(rules: HouseRules): Saving {
  const router = useRouter();
  const { api } = usePanel();
  const [wanted, setWanted] = useState<HouseRulesChange>();
  const [outcome, setOutcome] = useState<Outcome>({});
  const lane = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef<HouseRulesChange>(undefined);

  useEffect(() => {
    if (!latest.current) setWanted(undefined);
  }, [rules]);

  const send = async (change: HouseRulesChange): Promise<Outcome> => {
    try {
      await api("PUT /api/house", { body: change });
    } catch (error) {
      return { error: `${FAILED} ${sentenceOf(error) || NOT_REACHED}` };
    }
    await router.invalidate();
    return { saved: true };
  };
  const save = async (change: HouseRulesChange) => {
    latest.current = change;
    setWanted(change);
    setOutcome({});
    const sent = lane.current.then(() => send(change));
    lane.current = sent;
    const ended = await sent;
    // A later change says how it ended itself.
    if (latest.current === change) {
      latest.current = undefined;
      // What was saved stays shown until the rules are loaded that have it.
      if (!ended.saved) setWanted(undefined);
      setOutcome(ended);
    }
    return ended.saved === true;
  };
  return { shown: { ...rules, ...wanted }, outcome, save };
}
