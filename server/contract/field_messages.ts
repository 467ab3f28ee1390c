// The sentence about a field that is not valid, by the field's name: the server refuses with it, and the panel's forms
// say it before they send.
import { RULE_MESSAGES } from "./rule_names.ts";

/**
 * Turkish sentences. A field without one gets that of the field that it is part of, or the general sentence.
 */
export const FIELD_MESSAGES: Record<string, string> = {
  email: "Geçerli bir e-posta adresi girin.",
  password: "Şifre 8 ile 256 karakter arasında olmalıdır.",
  newPassword: "Yeni şifre 8 ile 256 karakter arasında olmalıdır.",
  name: "Ad 1 ile 100 karakter arasında olmalıdır.",
  phoneNumber: "Geçerli bir telefon numarası girin (7–15 rakam).",
  verificationCode: "Doğrulama kodu 6 haneli olmalıdır.",
  code: "Uygulamanızdaki 6 haneli kodu veya bir kurtarma kodunu girin.",
  iban: "TR ile başlayan geçerli bir IBAN girin.",
  accountHolderName: "Hesap sahibinin adı en fazla 100 karakter olabilir.",
  tipAmount: "Bahşiş 0 ile 10.000 TL arasında, en fazla iki ondalıklı bir sayı olmalıdır.",
  status: "Durum yalnızca onaylandı veya reddedildi olabilir.",
  term: "Arama metni en fazla 200 karakter olabilir.",
  /** Also for a song of a source that is not the cafe's: a page may have been open while the owner chose another. */
  uri: "Bu şarkı bu kafede çalınamıyor. Sayfayı yenileyip şarkıyı yeniden arayın.",
  source: "Böyle bir müzik kaynağı yok.",
  ...RULE_MESSAGES,
  labels:
    "Her masanın 1 ile 40 karakter arasında bir adı olmalıdır; en fazla 200 ad girebilirsiniz.",
  table: "Masa kodu bir metin olmalıdır.",
  fallback:
    "Bir müzik seçin; saatlere göre en fazla 6 satır olabilir ve her birinin saati ayrı olmalıdır.",
  dedication: "Bir ad ve bir dilek seçin.",
  "dedication.to":
    "Ad en fazla 20 harf olabilir; yalnızca harf, boşluk, kısa çizgi ve kesme işareti.",
  "dedication.wish": "Listedeki dileklerden birini seçin.",
  from: "Başlangıç tarihi YYYY-AA-GG biçiminde olmalıdır.",
  to: "Bitiş tarihi YYYY-AA-GG biçiminde olmalıdır.",
  date: "Tarih YYYY-AA-GG biçiminde olmalıdır.",
  days: "Gün sayısı 1 ile 366 arasında olmalıdır.",
};

/** A stretch of days that is too long, or ends before it begins. */
export const TOO_MANY_DAYS =
  "Başlangıç tarihi bitişten sonra olamaz; en fazla 366 gün seçebilirsiniz.";

/** What a person reads who wants to register while that is closed. */
export const REGISTRATION_CLOSED =
  "Yeni kafe kaydı kapalı. Kafenizi eklemek için bu sistemi kuran kişiyle konuşun.";
