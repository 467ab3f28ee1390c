// Why a file of the folder is no song, in words for the owner (docs/library.md#skipped-files).

export const SKIP_REASONS = {
  link: "Bu bir bağlantı. Dosyanın kendisini klasöre kopyalayın.",
  hidden: "Gizli dosya: adı noktayla başlıyor.",
  name: "Dosyanın adındaki harfler okunamıyor. Dosyayı yeniden adlandırın.",
  unreadable: "Dosya okunamıyor. Okuma iznini kontrol edin.",
  empty: "Dosya boş.",
  huge: "Dosya 500 MB'tan büyük.",
  big_tags: "Dosyanın etiketleri 16 MB'tan büyük. İçindeki kapak resmini küçültün.",
  broken: "Dosya bozuk veya bir ses dosyası değil.",
  short: "Kayıt bir saniyeden kısa.",
  alac:
    "Tarayıcıların çoğu Apple Lossless (ALAC) çalamıyor. Şarkıyı MP3 veya FLAC biçimine çevirin.",
  format: "Tarayıcılar bu ses biçimini çalamıyor. Şarkıyı MP3 veya FLAC biçimine çevirin.",
} as const;

export type SkipReason = keyof typeof SKIP_REASONS;

/** The sentence for a code of the table, which may be of a later version. */
export function skipSentence(code: string): string {
  return Object.hasOwn(SKIP_REASONS, code) ? SKIP_REASONS[code as SkipReason] : SKIP_REASONS.broken;
}
