// What the rules that refuse requests are called where an owner reads what they refused.

/** By the rule's key in `GET /api/house`. A rule without a name here is called by its key. */
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
