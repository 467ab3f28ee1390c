// The status and the Turkish sentence of each error code, and the body of every error (docs/http.md#errors).
import type { ContentfulStatusCode } from "hono/utils/http-status";
import {
  ERROR_VALUES,
  type ErrorAnswer,
  type ErrorCode,
  type ValuedCode,
} from "../contract/error_codes.ts";
import { REGISTRATION_CLOSED } from "../contract/field_messages.ts";
import type { DomainError } from "../errors.ts";

/** What to send again with a code of the second factor: the answer has the header `Second-Factor`. */
export const NEED_CODE: ErrorCode[] = ["second_factor_required", "second_factor_needed"];

type Row = [status: ContentfulStatusCode, msg: string, field?: string];

/** The status, the sentence and the field of the body that it is about, if there is one. */
const SENTENCES = {
  invalid_input: [400, "Gönderilen bilgiler geçersiz."],
  malformed_body: [400, "Gönderilen veri okunamadı."],
  body_too_large: [413, "Gönderilen veri çok büyük."],
  not_json: [415, "Veri JSON biçiminde gönderilmelidir."],
  list_unreadable: [400, "Bu dosya şarkı listesi olarak okunamadı."],
  list_too_long: [413, "Bir listede en fazla 20.000 şarkı olabilir. Eski listeniz duruyor."],
  not_audio: [
    415,
    "Bu bir müzik dosyası değil. MP3, M4A, AAC, FLAC, OGG, Opus, WAV ve WebM eklenebilir.",
  ],
  file_exists: [409, "Klasörde bu adda bir dosya zaten var."],
  folder_elsewhere: [
    409,
    "Bu klasöre buradan dosya eklenemiyor. Dosyaları Sıradaki'nin çalıştığı bilgisayarda klasöre kopyalayın.",
  ],
  disk_full: [503, "Diskte yeterli yer yok. Yer açıp tekrar deneyin."],
  not_csv: [415, "Liste CSV biçiminde gönderilmelidir."],
  body_too_slow: [408, "Veri zamanında ulaşmadı. Lütfen tekrar deneyin."],
  path_not_found: [404, "Böyle bir adres yok."],
  method_not_allowed: [405, "Bu adres bu işlemi desteklemiyor."],
  rate_limited: [429, "Çok fazla deneme yapıldı. Lütfen biraz bekleyip tekrar deneyin."],
  // http/limits.ts adds to these after how many seconds to try again.
  too_many_requests: [429, "Kısa sürede çok fazla istek gönderdiniz."],
  too_many_requests_here: [429, "Bu kafeden kısa sürede çok fazla istek gönderildi."],
  too_many_searches: [429, "Kısa sürede çok fazla arama yaptınız."],
  too_many_searches_here: [429, "Bu kafeden kısa sürede çok fazla arama yapıldı."],
  too_many_invitations: [429, "Çok fazla davet gönderdiniz."],
  too_many_files: [429, "Kısa sürede çok fazla dosya eklediniz."],
  too_many_lists: [429, "Kısa sürede çok fazla liste yüklediniz."],
  too_many_unread: [
    429,
    "Bu ağdan istenen çok sayıda dosya henüz indirilmedi. Lütfen birkaç saniye sonra tekrar deneyin.",
  ],
  too_many_unread_in_all: [
    503,
    "Sistem şu anda yoğun. Lütfen birkaç saniye sonra tekrar deneyin.",
  ],
  foreign_host: [421, "Bu ad bu sunucunun değil. Kafenin adresini kullanın."],
  origin_refused: [403, "Bu siteden bağlanılamaz."],
  not_websocket: [400, "Bu adrese yalnızca WebSocket ile bağlanılır."],
  websocket_version: [426, "Bu adrese WebSocket'in 13. sürümüyle bağlanılır."],
  internal: [500, "Beklenmeyen bir hata oluştu. Lütfen tekrar deneyin."],
  unauthenticated: [401, "Oturumunuz geçersiz veya süresi dolmuş. Lütfen tekrar giriş yapın."],
  membership_ended: [
    401,
    "Bu kafedeki yetkiniz sona erdi. Bir yanlışlık varsa kafe sahibiyle konuşun.",
  ],
  forbidden: [403, "Bu işlem için yetkiniz yok."],
  wrong_credentials: [401, "E-posta veya şifre hatalı."],
  account_unverified: [403, "Hesabınız henüz doğrulanmadı. Lütfen doğrulama kodunu girin."],
  registration_closed: [403, REGISTRATION_CLOSED],
  email_taken: [409, "Bu e-posta adresiyle kayıtlı bir hesap var.", "email"],
  password_too_common: [
    400,
    "Bu şifre çok yaygın, kolayca tahmin edilir. Başka bir şifre seçin.",
    "password",
  ],
  wrong_code: [400, "Doğrulama kodu hatalı veya süresi dolmuş.", "verificationCode"],
  reset_link_invalid: [
    400,
    "Şifre sıfırlama bağlantısı geçersiz veya süresi dolmuş. Lütfen yeni bir bağlantı isteyin.",
  ],
  wrong_password: [403, "Şifre hatalı.", "password"],
  money_owed: [409, "Ödenmemiş bakiyeniz var. Hesabınız ancak bu tutardan vazgeçerseniz silinir."],
  session_not_found: [404, "Bu oturum bulunamadı. Daha önce kapatılmış olabilir."],
  second_factor_required: [
    401,
    "Hesabınızda iki adımlı giriş açık. Doğrulama uygulamanızdaki kodu da girin.",
  ],
  second_factor_needed: [
    403,
    "İki adımlı giriş açık. Bu işlem için doğrulama uygulamanızdaki kodu da girin.",
  ],
  second_factor_wrong: [
    400,
    "Kod hatalı veya daha önce kullanılmış. Uygulamanızın gösterdiği yeni kodu girin.",
    "code",
  ],
  second_factor_on: [409, "İki adımlı giriş zaten açık. Sayfayı yenileyin."],
  second_factor_off: [409, "İki adımlı giriş zaten kapalı. Sayfayı yenileyin."],
  second_factor_not_begun: [409, "Kurulumun süresi doldu. Lütfen kurulumu yeniden başlatın."],
  invitation_invalid: [
    400,
    "Bu davet bağlantısı geçersiz veya süresi dolmuş. Kafenizden yeni bir davet isteyin.",
  ],
  account_exists: [409, "Bu e-posta adresiyle bir hesabınız var. Ekibe katılmak için giriş yapın."],
  member_not_found: [404, "Bu kişi ekibinizde değil."],
  team_full: [409, "Ekibinizde en fazla 50 kişi olabilir. Önce birini ekipten çıkarın."],
  cafe_not_found: [404, "Bu kafe bulunamadı veya şu anda hizmet vermiyor."],
  request_not_found: [404, "İstek bulunamadı."],
  request_settled: [409, "Bu isteğin durumu artık değiştirilemez."],
  request_expired: [409, "Bu isteğin süresi doldu."],
  not_undoable: [409, "Bu işlem artık geri alınamaz."],
  not_in_queue: [409, "Bu şarkı artık sırada değil."],
  not_supportable: [409, "Bu şarkı artık sırada beklemiyor. Başka bir şarkı isteyebilirsiniz."],
  support_without_tip: [
    400,
    "Destek vermek için 0 TL'den büyük bir bahşiş girin.",
    "tipAmount",
  ],
  request_decided: [409, "Kafe bu istek için karar verdi. İstek artık geri alınamaz."],
  request_supported: [409, "Bu isteğe başka bir müşteri destek verdi. İstek artık geri alınamaz."],
  not_at_till: [409, "Bu isteğin bahşişi kasada ödenmiyor."],
  no_tip_due: [409, "Bu istek için kasada alınacak bahşiş yok."],
  idempotency_key_invalid: [400, "Bu istek anahtarı geçersiz."],
  idempotency_key_reused: [409, "Bu istek anahtarı başka bir istekle kullanılmış."],
  too_many_pending: [
    429,
    "Bu kafede onay bekleyen çok fazla istek var. Lütfen biraz sonra tekrar deneyin.",
  ],
  requests_closed: [409, "Bu kafe şu anda istek almıyor. Lütfen daha sonra tekrar deneyin."],
  table_missing: [409, "Lütfen masanızdaki kodu telefonunuzla okutun."],
  table_wrong: [
    409,
    "Bu masa kodu artık geçerli değil. Lütfen masanızdaki kodu yeniden okutun ya da kafeye sorun.",
  ],
  explicit_refused: [
    409,
    "Bu kafede uygunsuz sözler içeren şarkılar istenemiyor. Lütfen başka bir şarkı seçin.",
  ],
  song_blocked: [409, "Bu şarkı bu kafede istenemiyor. Lütfen başka bir şarkı seçin."],
  dedication_blocked: [409, "Bu ad bu kafede kullanılamıyor. Başka bir ad yazın."],
  guest_blocked: [409, "Bu kafede bu akşam yeni istek gönderemezsiniz."],
  guest_unknown: [409, "Bu isteği gönderen telefon bilinmiyor, bu yüzden engellenemez."],
  block_not_found: [404, "Bu engel artık yok."],
  table_not_found: [404, "Masa bulunamadı."],
  too_many_tables: [409, "En fazla 200 masanız olabilir. Hiçbiri eklenmedi."],
  queue_empty: [404, "Sırada çalınacak şarkı yok."],
  play_under_way: [409, "Şu anda bir şarkı başlatılıyor. Birkaç saniye sonra tekrar deneyin."],
  // A provider says these in words of its own, which name it and what to do there.
  music_not_connected: [409, "Müzik hesabı bağlı değil. Lütfen önce hesabınızı bağlayın."],
  music_unavailable: [
    502,
    "Müzik servisine şu anda ulaşılamıyor. Lütfen biraz sonra tekrar deneyin.",
  ],
  music_busy: [502, "Müzik servisi şu anda çok yoğun. Lütfen biraz sonra tekrar deneyin."],
  music_premium_required: [502, "Bu müzik hesabı şarkı çalmaya izin vermiyor."],
  music_restricted: [502, "Bu cihazda şarkı çalınamıyor. Başka bir cihaz seçin."],
  music_no_device: [502, "Açık bir cihaz bulunamadı. Bir cihazı açıp tekrar deneyin."],
  music_choose_device: [502, "Birden fazla cihaz açık. Müziğin çalacağı cihazı seçin."],
  device_not_found: [404, "Bu cihaz şu anda kullanılamıyor. Cihazı açıp listeden yeniden seçin."],
  volume_fixed: [
    409,
    "Bu cihazın sesi buradan ayarlanamıyor. Sesi cihazın kendisinden ayarlayın.",
  ],
  not_supported: [409, "Bu müzik kaynağı buradan yönetilemiyor."],
  nothing_plays: [409, "Şu anda çalan bir şarkı yok."],
  playlist_not_found: [
    400,
    "Bu bağlantıda herkese açık bir çalma listesi bulunamadı. Listeyi açıp 'Paylaş' ile bağlantısını kopyalayın.",
    "fallback",
  ],
  source_not_ready: [409, "Bu müzik kaynağı henüz kullanıma hazır değil."],
  player_taken: [409, "Oynatıcı başka bir cihazda açık."],
  player_lease_old: [
    409,
    "Oynatıcı başka bir cihazda açıldı. Burada sürdürmek için yeniden başlatın.",
  ],
  player_closed: [
    409,
    "Oynatıcı açık değil. Hoparlörlere bağlı bilgisayarda Oynatıcı ekranını açıp başlatın.",
  ],
  range_not_satisfiable: [416, "Dosyanın bu bölümü yok."],
  song_not_found: [404, "Bu şarkının dosyası bulunamadı."],
  payout_not_found: [404, "Ödeme kaydı bulunamadı."],
  payout_waived: [409, "Bu kafe hesabını sildi ve ödemesinden vazgeçti."],
  payout_erased: [409, "Bu kafe hesabını sildi; ödemesi artık düzeltilemez."],
  payout_correction_late: [
    409,
    "Bir ödeme, işaretlendikten sonra yalnızca bir gün içinde düzeltilebilir.",
  ],
  payout_details_missing: [409, "Kafenin IBAN'ı veya hesap sahibinin adı eksik."],
  payout_details_changed: [
    409,
    "Kafe, ödeme bilgilerini siz listeyi açtıktan sonra değiştirdi. Yenilenen listeyi kontrol edin.",
  ],
  evening_not_found: [404, "Bu güne ait bir kayıt yok."],
  database_unavailable: [503, "Sistem şu anda yoğun. Lütfen biraz sonra tekrar deneyin."],
} satisfies Record<Exclude<ErrorCode, ValuedCode>, Row>;

/** The status alone: house/refusal.ts says these with the numbers and times of the rule. */
const SAID_WITH_VALUES = Object.fromEntries(
  Object.keys(ERROR_VALUES).map((code) => [code, [409]]),
) as Record<ValuedCode, [status: 409]>;

/** Every code. One without a row does not compile, and one that comes with values comes with its sentence. */
export const ERROR_TABLE = { ...SENTENCES, ...SAID_WITH_VALUES };

/** The body of an error. `seconds` are those of `Retry-After`. */
export function errorBody(
  { code, detail }: Pick<DomainError, "code" | "detail">,
  seconds?: number,
): ErrorAnswer {
  const [, sentence, ofTable]: [status: number, msg?: string, field?: string] = ERROR_TABLE[code];
  const msg = detail.msg ?? sentence;
  if (msg === undefined) throw new TypeError(`The refusal ${code} came without its sentence`);
  const field = detail.field ?? ofTable;
  const values = { ...detail.values, ...seconds !== undefined && { seconds } };
  return {
    msg,
    code,
    ...field !== undefined && { field },
    ...Object.keys(values).length > 0 && { values },
  };
}
