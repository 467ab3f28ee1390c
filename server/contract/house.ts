// The rules of the house: what an owner allows guests to ask for, what guests are told of it, and the tables of its room, whose
// codes stand on their cards (docs/house.md).
import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { TipAmount } from "./money.ts";
import { visibleLine } from "./fields.ts";
import { NUMBER_RULES, type NumberRule } from "./rule_names.ts";

/** The most tables of one cafe. */
export const MAX_TABLES = 200;
const MAX_LABEL_LENGTH = 40;

/** What a table is called: 'Masa 5', 'Bar'. */
export const TableLabel = visibleLine(MAX_LABEL_LENGTH);

export const Table = z.object({
  _id: z.string(),
  label: z.string(),
  /** What its card's address carries as `masa`, and a request as `table`. */
  code: z.string(),
});
export type Table = z.infer<typeof Table>;

/** By label, as people count: 'Masa 2' before 'Masa 10'. */
const Tables = z.array(Table);

export const NewTables = z.object({
  labels: z.array(TableLabel).check(z.minLength(1), z.maxLength(MAX_TABLES)),
});
export type NewTables = z.infer<typeof NewTables>;

export const TABLE_CALLS = {
  "GET /api/tables": {
    summary: "The tables of the owner's cafe, each with the code of its card",
    access: "owner",
    answer: Tables,
  },
  "POST /api/tables": {
    summary: "Adds tables; labels that the cafe has already are left as they are",
    access: "owner",
    body: NewTables,
    status: 201,
    answer: Tables,
    errors: ["too_many_tables"],
  },
  "POST /api/tables/renew": {
    summary: "Gives every table a new code, which ends the old ones",
    access: "owner",
    answer: Tables,
  },
  "DELETE /api/tables/:id": {
    summary: "Deletes a table and ends its code; requests keep its label",
    access: "owner",
    errors: ["table_not_found"],
  },
} as const satisfies Calls;

const MAX_OPENING_TIMES = 50;
const MAX_BLOCKED_WORDS = 200;
const MAX_WORD_LENGTH = 60;
const MAX_LAST_CALL_MINUTES = 240;
const MAX_TILL_LINK_LENGTH = 512;
/** How the text of a payment's QR code begins (EMVCo QR Code Specification for Payment Systems, 4.7.1). */
const PAYMENT_CODE = "000201";
const MAX_PATIENCE_SONGS = 50;

/** A time of the day in Istanbul. */
export const ClockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** A weekly opening time. If it closes before the time at which it opens, it ends on the next day. */
export const OpeningTime = z.object({
  /** 1 is Monday, 7 is Sunday. */
  weekday: z.int().check(z.minimum(1), z.maximum(7)),
  opens: ClockTime,
  closes: ClockTime,
}).check(z.refine(({ opens, closes }) => opens !== closes));
export type OpeningTime = z.infer<typeof OpeningTime>;

const BlockedWord = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(MAX_WORD_LENGTH),
  z.refine((text) => !text.includes("\0") && text.isWellFormed()),
);

/** What a guest's phone opens or scans to pay. Names before the host would hide it: 'https://banka.com@baska.com/'. */
const TillLink = visibleLine(MAX_TILL_LINK_LENGTH).check(
  z.refine((text) => {
    if (text.startsWith(PAYMENT_CODE)) return true;
    if (!text.startsWith("https://") || !URL.canParse(text)) return false;
    const { username, password } = new URL(text);
    return username === "" && password === "";
  }),
);

const upTo = (max: number) => z.nullable(z.int().check(z.minimum(1), z.maximum(max)));

const numbers = Object.fromEntries(
  Object.entries(NUMBER_RULES).map(([rule, max]) => [rule, upTo(max)]),
) as Record<NumberRule, ReturnType<typeof upTo>>;

/** Every rule of one cafe. Null stands for no rule. */
export const HouseRules = z.object({
  /** Whether guests may ask: always, not at all, or during `hours`. */
  requests: z.enum(["open", "closed", "hours"]),
  hours: z.array(OpeningTime).check(z.maxLength(MAX_OPENING_TIMES)),
  /** How long before the end of the opening hours the last requests are accepted. */
  lastCallMinutes: upTo(MAX_LAST_CALL_MINUTES),
  explicit: z.enum(["allowed", "refused"]),
  /** Words and phrases that must not be in a title or an artist's name. */
  blockedWords: z.array(BlockedWord).check(z.maxLength(MAX_BLOCKED_WORDS)),
  ...numbers,
  /** Which requests enter the queue without the owner's decision. */
  approve: z.enum(["never", "always", "from"]),
  /** The tip from which `from` approves. */
  approveFromTl: z.nullable(TipAmount),
  /** The order of the queue: by tip, or by tip until a song was overtaken `patienceSongs` times. */
  order: z.enum(["tip", "patience"]),
  patienceSongs: z.int().check(z.minimum(1), z.maximum(MAX_PATIENCE_SONGS)),
  /** Whether a request may, or has to, name the table that it comes from. */
  tables: z.enum(["off", "optional", "required"]),
  /** Where guests pay their tips: to the platform, or at the cafe's till. */
  tips: z.enum(["platform", "till"]),
  /** What guests can pay their tips with besides, where that is the till: an https address, or the text of a QR code. */
  tillLink: z.nullable(TillLink),
  /** Whether a guest may dedicate a song to a person. */
  dedications: z.boolean(),
});
export type HouseRules = z.infer<typeof HouseRules>;

/** What an owner changes, at least one of it. What is left out stays. Null stands for no words and no hours, too. */
export const HouseRulesChange = z.extend(z.partial(HouseRules), {
  hours: z.optional(
    z.pipe(z.nullable(HouseRules.shape.hours), z.transform((hours) => hours ?? [])),
  ),
  blockedWords: z.optional(
    z.pipe(z.nullable(HouseRules.shape.blockedWords), z.transform((words) => words ?? [])),
  ),
}).check(
  z.refine((change) => Object.keys(change).length > 0),
);
export type HouseRulesChange = z.infer<typeof HouseRulesChange>;

/** What guests are told of the rules, at the moment of the answer. */
export const CafeHouse = z.object({
  /** Whether requests are accepted. False after the last call, and for a guest who still needs a table's code. */
  open: z.boolean(),
  /** When requests are accepted next; null while they are, and if that is not known. */
  reopensAt: z.nullable(z.iso.datetime()),
  /** Present while a person has stopped requests for a while. */
  paused: z.optional(z.literal(true)),
  /** Until when requests are accepted; null if that has no end, or if they are not accepted. */
  lastCallAt: z.nullable(z.iso.datetime()),
  order: HouseRules.shape.order,
  tables: HouseRules.shape.tables,
  tips: HouseRules.shape.tips,
  /** The tip from which a request enters the queue without the owner's decision; absent if none does. */
  approvesFromTl: z.optional(z.number()),
  /** What a guest is told who asks with `masa`, unless tables are off: the label of the guest's table, null without one. */
  table: z.optional(z.nullable(z.string())),
  /** What a guest can wish with a dedication, in the language of the lines; absent unless dedications are on. */
  wishes: z.optional(z.array(z.string())),
  /** One Turkish sentence for each rule that concerns guests. */
  lines: z.array(z.string()),
});
export type CafeHouse = z.infer<typeof CafeHouse>;

/** For half an hour, until the end of the night (06:00 in Istanbul), or not any more. */
export const Pause = z.object({ until: z.nullable(z.enum(["half_hour", "night"])) });
export type Pause = z.infer<typeof Pause>;

export const PauseAnswer = z.object({ pausedUntil: z.nullable(z.iso.datetime()) });
export type PauseAnswer = z.infer<typeof PauseAnswer>;

/** A guest whose requests are refused until the cafe's day ends. */
const Block = z.object({
  _id: z.string(),
  /** The title of the request at which the guest was blocked. */
  songTitle: z.string(),
  /** The name of the person of the team who did it. */
  by: z.string(),
  until: z.iso.datetime(),
});
export type Block = z.infer<typeof Block>;

export const BLOCK_CALLS = {
  "GET /api/blocks": {
    summary: "The guests whose requests are refused until 06:00, by what they asked for",
    access: "owner",
    answer: z.array(Block),
  },
  "DELETE /api/blocks/:id": {
    summary: "Lets a guest send requests again",
    access: "owner",
    errors: ["block_not_found"],
  },
} as const satisfies Calls;

const Counts = z.array(z.object({ step: z.number(), requests: z.number() }));

/** What guests asked for in the last seven days, as the rules `perHour` and `artistMinutes` see it. */
const AskedOfWeek = z.object({
  /** How many requests were the first, the second and so on of their guest within 60 minutes. */
  ofHour: Counts,
  /** How many requests came so many whole minutes after a song by their first artist had begun. */
  afterArtist: Counts,
});
export type AskedOfWeek = z.infer<typeof AskedOfWeek>;

export const HOUSE_CALLS = {
  "GET /api/house/week": {
    summary: "What the rules by hour and by artist would have seen of the last seven days",
    access: "owner",
    answer: AskedOfWeek,
  },
  "GET /api/house": {
    summary: "The rules of the owner's cafe",
    access: "owner",
    answer: HouseRules,
  },
  "PUT /api/house": {
    summary: "Changes rules of the owner's cafe; what is left out stays",
    access: "owner",
    body: HouseRulesChange,
    answer: HouseRules,
    errors: ["cafe_not_found"],
  },
  "PUT /api/house/pause": {
    summary: "Accepts no requests for a while, or accepts them again",
    access: "team",
    body: Pause,
    answer: PauseAnswer,
    errors: ["cafe_not_found"],
  },
} as const satisfies Calls;
