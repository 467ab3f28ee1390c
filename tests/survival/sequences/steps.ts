// The steps of a sequence: who does what, and at which cafe. A number picks one of the things that are there at that moment.
import fc from "../../support/properties.ts";

/** Guests: their browsers have a cookie each. */
export const GUESTS = 2;

/** The numbers of people. Guests follow, and then a stranger without a cookie. */
export const PEOPLE = {
  owners: [0, 1],
  staff: [2, 3],
  admin: 4,
  guests: [5, 6],
  stranger: 7,
} as const;

const PERSONS = 8;

/** Each deed with how often it comes, and who usually does it. */
const DEEDS = {
  ask: [9, "guests"],
  support: [4, "guests"],
  "take back": [2, "guests"],
  decide: [9, "team"],
  undo: [4, "team"],
  "decide many": [2, "team"],
  "undo many": [1, "team"],
  tick: [4, "team"],
  claim: [3, "team"],
  page: [10, "guests"],
  "play next": [3, "team"],
  skip: [3, "team"],
  rules: [5, "owners"],
  "add table": [2, "owners"],
  "renew codes": [1, "owners"],
  "delete table": [1, "owners"],
  close: [2, "admin"],
  pay: [3, "admin"],
  correct: [1, "admin"],
  "log in": [2, "team"],
  "log out": [1, "team"],
  renew: [1, "team"],
  "end login": [1, "team"],
  "end others": [1, "owners"],
  dismiss: [1, "owners"],
  leave: [1, "staff"],
  wait: [2, "guests"],
} as const satisfies Record<string, [number, keyof typeof USUAL]>;

const USUAL = {
  owners: [...PEOPLE.owners],
  staff: [...PEOPLE.staff],
  team: [...PEOPLE.owners, ...PEOPLE.staff],
  admin: [PEOPLE.admin],
  guests: [...PEOPLE.guests, PEOPLE.stranger],
};

export type Deed = keyof typeof DEEDS;

export interface Step {
  do: Deed;
  /** Who does it. */
  by: number;
  /** The cafe, of two. A person who speaks for a cafe acts at that one. */
  at: number;
  /** Which of the requests, tables, payouts or logins, of both cafes. */
  which: number;
  /** An amount or a choice. */
  n: number;
  /** The call is made twice at once. */
  twice: boolean;
  /** Who reads everything afterwards. */
  reader: number;
}

/** What plays at the second cafe: its own files, or a music account that goes on by itself. */
export type Source = "library" | "account" | "account with a playlist";

/** What makes songs follow one another. With a music account it comes more often, and at that cafe. */
const PLAYING = /^(ask|support|decide|page|play next|skip)$/;
const MORE_OFTEN = 4;

const OF_FIRST: number[] = [PEOPLE.owners[0], PEOPLE.staff[0]];
const anyPerson = fc.nat(PERSONS - 1);

/** One step. One in eight is done by any person, who mostly may not. */
const stepWith = (source: Source): fc.Arbitrary<Step> =>
  fc.oneof(
    ...Object.entries(DEEDS).map(([deed, [weight, usual]]) => {
      const isOften = source !== "library" && PLAYING.test(deed);
      const usually = USUAL[usual].filter((by) => !isOften || !OF_FIRST.includes(by));
      return {
        weight: isOften ? weight * MORE_OFTEN : weight,
        arbitrary: fc.record({
          do: fc.constant(deed as Deed),
          by: fc.oneof(
            { weight: 7, arbitrary: fc.constantFrom(...usually) },
            { weight: 1, arbitrary: anyPerson },
          ),
          at: isOften ? fc.constant(1) : fc.nat(1),
          which: fc.nat(40),
          n: fc.nat(11),
          twice: fc.oneof(
            { weight: 5, arbitrary: fc.constant(false) },
            { weight: 1, arbitrary: fc.constant(true) },
          ),
          reader: anyPerson,
        }, { noNullPrototype: true }),
      };
    }),
  );

/** A music account takes more time, since its player is looked at as the clock passes. */
const anySource = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Source>("library") },
  { weight: 1, arbitrary: fc.constantFrom<Source>("account", "account with a playlist") },
);

/** A sequence, and the source of the second cafe's music. */
export const sequence: fc.Arbitrary<[Source, Step[]]> = anySource.chain((source) =>
  fc.tuple(fc.constant(source), fc.array(stepWith(source), { minLength: 8, maxLength: 20 }))
);
