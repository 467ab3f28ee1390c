// What a provider is made of.
import type { Deps } from "../deps.ts";

export type ProviderParts = Pick<
  Deps,
  "cipher" | "config" | "db" | "demoAccount" | "now" | "singleFlight"
>;
