// What the rules of the house are called, what their fields take, and the codes with which they refuse (docs/house.md). Without
// zod, so that the cafe page can have it.
import { DAY_MINUTES } from "./clock.ts";

/** The rules that are one number with a sentence for guests, in the order of these sentences, and the highest number of each. */
export const NUMBER_RULES = {
  /** The longest song, in minutes. */
  longestMinutes: 120,
  /** How many minutes after its beginning a song cannot be asked for again. */
  repeatMinutes: DAY_MINUTES,
  /** How many minutes after the beginning of a song another one by the same first artist cannot be asked for. */
  artistMinutes: DAY_MINUTES,
  /** How many requests of one guest may be pending. */
  perGuest: 50,
  /** How many songs a guest may ask for in 60 minutes, whatever becomes of them. */
  perHour: 50,
} as const;

export type NumberRule = keyof typeof NUMBER_RULES;

/** Why a rule refuses a request, and what the sentence of each refusal names (docs/http.md#values-of-a-code). */
export const HOUSE_ERRORS = {
  requests_closed: [],
  requests_paused: ["opensAt"],
  outside_hours: ["opensAt"],
  after_last_call: ["opensAt"],
  table_missing: [],
  table_wrong: [],
  explicit_refused: [],
  song_blocked: [],
  song_too_long: ["minutes"],
  song_repeated: ["playedAt", "againAt"],
  song_waiting: ["minutes"],
  guest_pending_full: ["requests"],
  guest_hour_full: ["requests", "againAt"],
  guest_blocked: [],
  artist_repeated: ["playedAt", "againAt"],
  artist_waiting: ["minutes"],
  dedication_blocked: [],
} as const;

export type HouseError = keyof typeof HOUSE_ERRORS;

/** The codes, for a list of them. */
export const HOUSE_CODES = Object.keys(HOUSE_ERRORS) as HouseError[];

/**
 * What the rules that refuse requests are called where an owner reads what they refused, by the rule's key in `GET /api/house`. A
 * rule without a name here is called by its key.
 */
export const RULE_NAMES: Record<string, string> = {
  requests: "İstek saatleri",
  explicit: "Uygunsuz sözler",
  blockedWords: "Yasaklı kelimeler",
  longestMinutes: "En uzun şarkı",
  repeatMinutes: "Tekrar süresi",
  perGuest: "Müşteri başına istek",
  perHour: "Saatlik istek sınırı",
  artistMinutes: "Aynı sanatçı",
  tables: "Masa kodu",
  dedications: "Armağan edilen ad",
};

/** What is said of a rule's field that is not valid, by the same keys. */
export const RULE_MESSAGES = {
  requests: "İstekler açık, kapalı veya saatlere bağlı olabilir.",
  hours: "Çalışma saatlerini girin; açılış ve kapanış aynı saat olamaz.",
  "hours.weekday": "Gün 1 (pazartesi) ile 7 (pazar) arasında olmalıdır.",
  "hours.opens": "Açılış saatini 00:00 ile 23:59 arasında yazın.",
  "hours.closes": "Kapanış saatini 00:00 ile 23:59 arasında yazın.",
  lastCallMinutes:
    "Son istek süresi 1 ile 240 dakika arasında ve çalışma saatlerinden kısa olmalıdır.",
  explicit: "Uygunsuz sözlü şarkılara izin verilebilir veya verilmeyebilir.",
  blockedWords:
    "En fazla 200 kelime girebilirsiniz; her biri 1 ile 60 karakter arasında olmalıdır.",
  longestMinutes: "En uzun şarkı 1 ile 120 dakika arasında olmalıdır.",
  repeatMinutes: "Tekrar süresi 1 ile 1.440 dakika arasında olmalıdır.",
  perGuest: "Müşteri başına istek sayısı 1 ile 50 arasında olmalıdır.",
  perHour: "Müşterinin bir saatteki istek sayısı 1 ile 50 arasında olmalıdır.",
  artistMinutes: "Aynı sanatçı için süre 1 ile 1.440 dakika arasında olmalıdır.",
  tillLink:
    "Ödeme bağlantısı https:// ile başlayan bir adres ya da 000201 ile başlayan bir QR kod metni olmalıdır; en fazla 512 karakter.",
  approve: "Onay hiçbir zaman, her zaman veya belli bir bahşişten sonra kendiliğinden verilebilir.",
  approveFromTl: "Bahşiş sınırı 0 ile 10.000 TL arasında bir tutar olmalıdır.",
  order: "Sıra bahşişe göre veya sabır kuralıyla olabilir.",
  patienceSongs: "Bir şarkının önüne en az 1, en fazla 50 şarkı geçebilir.",
  tables: "Masa kapalı, isteğe bağlı veya zorunlu olabilir.",
  tips: "Bahşişler platformda veya kasada toplanabilir.",
  dedications: "Armağanlar açık veya kapalı olabilir.",
};
