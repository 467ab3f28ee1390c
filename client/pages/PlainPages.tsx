// Pages without a script: privacy, what a cafe has played, and the one for an address that leads nowhere.
import { Fragment } from "react";
import { fill } from "../../server/contract/languages/fill.ts";
import { clockIn } from "../../server/contract/languages/say_when.ts";
import type { Language, ShortPrivacy } from "../../server/contract/languages/language.ts";
import type { PlayedSong } from "../../server/contract/evenings.ts";
import { Brand } from "../components/Brand.tsx";
import { buttonClass } from "../components/Button.tsx";
import { Cover, sizedCover } from "../components/Cover.tsx";
import { EmptyState } from "../components/EmptyState.tsx";

interface PrivacyPageProps {
  /** Who runs the product (docs/running.md#configuration). */
  operator: { name?: string; contact?: string };
  /** Whether songs come from the real service and not from the demo account. */
  usesSpotify: boolean;
}

const SPOTIFY = "Şarkılar Spotify'dan gelir: arama kutusuna yazdıklarınız, kim olduğunuz " +
  "belirtilmeden Spotify'a iletilir. Şarkı kapaklarını tarayıcınız doğrudan Spotify'ın " +
  "sunucularından (i.scdn.co, mosaic.scdn.co) yükler; Spotify böylece internet adresinizi görür, hangi kafenin " +
  "sayfasında olduğunuzu görmez. Çalınacak şarkılar da, isteyenin kimliği olmadan, Spotify'a iletilir. ";

export function PrivacyPage({ operator, usesSpotify }: PrivacyPageProps) {
  return (
    <>
      <header className="page-top">
        <a href="/" className="brand-link">
          <Brand />
        </a>
      </header>
      <main className="prose">
        <h1>Aydınlatma metni</h1>
        <p className="lead">
          6698 sayılı Kişisel Verilerin Korunması Kanunu'nun 10. maddesi uyarınca.
        </p>
        <h2>Veri sorumlusu</h2>
        <Controller {...operator} />
        <h2>Şarkı isteyen müşteriler</h2>
        <p>
          Adınızı, telefonunuzu veya e-postanızı sormayız. Kafe sayfasını açtığınızda tarayıcınıza
          12 saat geçerli, rastgele bir kimlik taşıyan bir çerez yerleştirilir; size kendi
          isteklerinizi göstermek ve aşırı istek gönderilmesini önlemek için kullanılır. Masanızdaki
          kodu okutursanız masanızın kodu altı saat bir çerezde tutulur. İstediğiniz veya destek
          verdiğiniz şarkı, bahşiş tutarı ve saati bu rastgele kimlikle birlikte saklanır; kimlik
          iki gün sonra silinir. İki ayrı müşterinin arayıp bulamadığı sözler, kimin aradığı
          yazılmadan kafeye gösterilir ve 30 gün sonra silinir. Şarkıyı birine armağan ederseniz
          yazdığınız ad kafeye ve şarkı çalarken kafenin ekranında gösterilir, iki gün sonra
          silinir. Bahşiş isteğe bağlıdır; bu sayfada ödeme ve kart bilgisi alınmaz. İnternet
          adresiniz yalnızca istek sayısını sınırlamak için kısa süre bellekte tutulur; çerez kabul
          etmeyen bir tarayıcının isteği iki kez kaydedilmesin diye adresin kendisi değil, anahtarlı
          bir özeti bir gün saklanır.
        </p>
        <h2>Kafe sahipleri</h2>
        <p>
          Sözleşmenin kurulması ve ödemelerin yapılabilmesi için kafe adınız, e-posta adresiniz,
          telefon numaranız ve girdiyseniz IBAN ile hesap sahibinin adı işlenir. Şifreniz geri
          döndürülemez biçimde, müzik hesabınızın izinleri şifrelenmiş olarak saklanır. Açık
          oturumlarınızı size göstermek için her oturumun hangi tarayıcı ve işletim sistemiyle
          açıldığı ('Chrome, Windows' gibi) veya cihaza verdiğiniz ad, ne zaman açıldığı ve en son
          ne zaman kullanıldığı, oturum bitene kadar saklanır. İki adımlı girişi açarsanız doğrulama
          uygulamanızla paylaşılan anahtar şifrelenmiş olarak, kurtarma kodlarınız geri döndürülemez
          biçimde, siz kapatana kadar saklanır. Doğrulanmayan kayıtlar 7 gün sonra silinir.
          Hesabınızı silerseniz bilgileriniz hemen silinir; kendiliğinden alınan yedeklerde en fazla
          30 gün kalır. Ödeme kayıtları, yasal yükümlülükler gereği kişisel bilgilerden arındırılmış
          olarak saklanmaya devam eder.
        </p>
        <h2>Kafelerin ekipleri</h2>
        <p>
          Bir kafe sizi ekibine davet ederse e-posta adresiniz ve kafenin sizin için yazdığı ad,
          kabul edilmeyen bir davette 7 gün saklanır. Ekipteyken bunlar, şifreniz (geri döndürülemez
          biçimde) ve hangi istekler için karar verdiğiniz, hangi şarkıları başlattığınız saklanır;
          kafe sahibi ve ekip bunu görür. Hiçbir ekipte değilseniz hesabınız 30 gün sonra silinir.
        </p>
        <h2>Bilgiler kimlerle paylaşılır?</h2>
        <p>
          Ödemeyi yapan yönetici, ödeme için gerekli bilgileri görür. {usesSpotify && SPOTIFY}
          Bilgiler bunun dışında üçüncü kişilerle paylaşılmaz, reklam ve izleme için kullanılmaz.
        </p>
        <h2>Haklarınız</h2>
        <p>
          Kanunun 11. maddesi uyarınca verilerinizin işlenip işlenmediğini öğrenebilir,
          düzeltilmesini veya silinmesini isteyebilirsiniz. Kafe sahipleri ve ekip üyeleri,
          hesaplarındaki bütün verileri dışa aktarabilir ve hesaplarını silebilir.
        </p>
      </main>
    </>
  );
}

interface ShortPrivacyPageProps extends PrivacyPageProps {
  words: ShortPrivacy;
}

/** What concerns guests, in another language, with a link to the whole notice. */
export function ShortPrivacyPage({ operator, usesSpotify, words }: ShortPrivacyPageProps) {
  const { name, contact } = operator;
  return (
    <>
      <header className="page-top">
        <a href="/" className="brand-link" lang="tr">
          <Brand />
        </a>
      </header>
      <main className="prose">
        <h1>{words.title}</h1>
        <p className="lead">{words.lead}</p>
        <p>
          {name ? <Named text={words.controller} name={name} lang="tr" /> : words.unknownController}
        </p>
        {contact && (
          <p>
            {words.contact}
            <Contact contact={contact} />
          </p>
        )}
        {words.sections.map(([heading, text]) => (
          <Fragment key={heading}>
            <h2>{heading}</h2>
            <p>{text}</p>
          </Fragment>
        ))}
        {usesSpotify && (
          <>
            <h2 lang="en">Spotify</h2>
            <p>{words.spotify}</p>
          </>
        )}
        <p>
          <a href="/aydinlatma-metni" hrefLang="tr">{words.wholeNotice}</a>
        </p>
      </main>
    </>
  );
}

/** `text` with a name in place of `{0}`: it is read out in its own language `lang`, if that is not the page's. */
function Named({ text, name, lang }: { text: string; name: string; lang: "tr" | undefined }) {
  if (!lang) return fill(text, name);
  const [before, after] = text.split("{0}");
  return (
    <>
      {before}
      <span lang={lang}>{name}</span>
      {after}
    </>
  );
}

/** An e-mail address is a link. */
function Contact({ contact }: { contact: string }) {
  return /^\S+@\S+$/.test(contact) ? <a href={`mailto:${contact}`}>{contact}</a> : contact;
}

function Controller({ name, contact }: PrivacyPageProps["operator"]) {
  return (
    <>
      <p>
        {name ? `Veri sorumlusu: ${name}` : "Veri sorumlusu, bu hizmeti işleten işletmedir."}
      </p>
      <p>
        {contact
          ? (
            <>
              Sorularınız ve başvurularınız için: <Contact contact={contact} />
            </>
          )
          : "Sorularınızı kafeye veya hizmeti size sunan işletmeye iletebilirsiniz."}
      </p>
    </>
  );
}

// What a cafe has played since 06:00, for its guests: 'Ne çaldı?' (docs/evenings.md#what-played).

interface PlayedPageProps {
  /** The address of the cafe's page. */
  cafe: string;
  language: Language;
  name: string;
  songs: PlayedSong[];
}

export function PlayedPage(
  { cafe, language: { page, locale, foreign }, name, songs }: PlayedPageProps,
) {
  const ownersLanguage = foreign ? "tr" : undefined;
  return (
    <>
      <main className="played">
        <h1>{page.whatPlayed}</h1>
        <p className="lead">
          <Named text={page.playedSince} name={name} lang={ownersLanguage} />
        </p>
        {songs.length === 0
          ? <EmptyState text={page.nothingPlayed} />
          : (
            <ol className="played-songs">
              {songs.map(({ title, artist, albumArt, startedAt, byGuest }) => (
                <li key={startedAt}>
                  <Cover src={sizedCover(albumArt, 64)} />
                  <div className="song">
                    <h2 className="song-title">{title}</h2>
                    <p className="song-artist">{artist}</p>
                  </div>
                  <p className="played-when">
                    <time dateTime={startedAt}>{clockIn(locale, Date.parse(startedAt))}</time>
                    {byGuest && <span>{page.guestsRequest}</span>}
                  </p>
                </li>
              ))}
            </ol>
          )}
        <p className="played-back">
          <a href={cafe}>{page.askForSong}</a>
        </p>
      </main>
      <footer className="page-top played-footer">
        <a href="/" className="brand-link" lang={ownersLanguage}>
          <Brand />
        </a>
      </footer>
    </>
  );
}

// The page for an unknown address, an unknown cafe, or an error of the server.

interface MissingPageProps {
  title: string;
  text: string;
  /** What the link to the landing page says. */
  home: string;
  /** The language of the product's name, if it is not that of the page. */
  brandLanguage?: string;
}

export function MissingPage({ title, text, home, brandLanguage }: MissingPageProps) {
  return (
    <main className="missing">
      <a href="/" className="brand-link" lang={brandLanguage}>
        <Brand />
      </a>
      <h1>{title}</h1>
      {text && <p className="lead">{text}</p>}
      <a href="/" className={buttonClass("primary")}>{home}</a>
    </main>
  );
}
