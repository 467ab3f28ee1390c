// Cafes on the wire.
import { z } from "zod";

/** What anybody may know of a cafe. */
export const PublicCafe = z.object({ _id: z.string(), name: z.string(), ownerId: z.string() });
export type PublicCafe = z.infer<typeof PublicCafe>;

/** What its owner sees. `shareUrl` is the address behind the QR code. */
export const OwnCafe = PublicCafe.extend({
  iban: z.string(),
  accountHolderName: z.string(),
  shareUrl: z.string(),
});
export type OwnCafe = z.infer<typeof OwnCafe>;

/** Controls, line ends, halves of characters, and what turns the text after it around (Unicode TR36, 2.5). */
const NOT_IN_A_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** A cafe's name: one line with something to see in it. Characters are counted, not UTF-16 halves. */
export const CafeName = line(100).refine((s) => /[^\p{C}\p{Z}]/u.test(s));

/** What an owner may change. Whether a given IBAN is a real one is cafes/iban.ts's to say. */
export const Profile = z.object({
  name: CafeName,
  iban: z.string().max(64).transform((s) => s.replace(/\s/g, "").toUpperCase()),
  accountHolderName: line(100),
});
export type Profile = z.infer<typeof Profile>;

function line(most: number) {
  return z.string().trim().refine((s) => !NOT_IN_A_LINE.test(s) && [...s].length <= most);
}
