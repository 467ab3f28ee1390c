// What a provider is constructed from.
import type { Deps } from "../deps.ts";

export type ProviderParts = Pick<
  Deps,
  "cipher" | "config" | "db" | "demoAccount" | "hub" | "library" | "now" | "singleFlight"
>;
