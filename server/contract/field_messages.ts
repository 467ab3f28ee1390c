// What to tell a person about a field that did not pass, by its name on the wire. The client knows by the
// sentence which field it belongs beside: an error's body is `{ msg }` and nothing else.

/** Turkish sentences by field; a field without one gets the general sentence. */
export const FIELD_MESSAGES: Record<string, string> = {
  email: "Geçerli bir e-posta adresi girin.",
  password: "Şifre 8 ile 256 karakter arasında olmalıdır.",
  name: "Kafe adı 1 ile 100 karakter arasında olmalıdır.",
  phoneNumber: "Geçerli bir telefon numarası girin (7 ile 15 rakam).",
  verificationCode: "Doğrulama kodu 6 haneli olmalıdır.",
  iban: "Geçerli bir TR IBAN girin.",
  accountHolderName: "Hesap sahibinin adı en fazla 100 karakter olabilir.",
  tipAmount: "Bahşiş 0 ile 10.000 TL arasında, en fazla iki ondalıklı bir sayı olmalıdır.",
  status: "Durum yalnızca onaylandı veya reddedildi olabilir.",
  term: "Arama metni en fazla 200 karakter olabilir.",
  days: "Gün sayısı 1 ile 366 arasında olmalıdır.",
};

/** The other sentence about a password: it is on the list of common ones, or one of the account's own words. */
export const PASSWORD_TOO_COMMON =
  "Bu şifre çok yaygın, kolayca tahmin edilir. Başka bir şifre seçin.";

/** The field that a refusal's sentence is about, undefined where it is about none. */
export function fieldOfMessage(msg: string): string | undefined {
  if (msg === PASSWORD_TOO_COMMON) return "password";
  return Object.keys(FIELD_MESSAGES).find((field) => FIELD_MESSAGES[field] === msg);
}
