// A cafe as its owner reads it, for tests without a server.
import type { OwnCafe } from "../../../server/contract/cafes.ts";

export function ownCafe(source = "spotify"): OwnCafe {
  return {
    _id: "cafe",
    name: "Kafe",
    ownerId: "owner",
    iban: "",
    accountHolderName: "",
    shareUrl: "http://kafe.test/cafe/cafe",
    shortUrl: "http://kafe.test/k/cafe",
    source,
    hasTill: false,
    approvesAll: false,
  };
}
