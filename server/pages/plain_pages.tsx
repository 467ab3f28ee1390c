// Pages without a script of their own: the landing page, the panel's shell, privacy, what a cafe has played, and refusals.
import { Loading } from "../../client/components/Loading.tsx";
import { drawQr } from "../../client/lib/qr.ts";
import { Footer, LandingPage } from "../../client/pages/LandingPage.tsx";
import type { ErrorAnswer } from "../contract/error_codes.ts";
import { fill } from "../contract/languages/fill.ts";
import type { GuestCode, Language } from "../contract/languages/language.ts";
import {
  MissingPage,
  PlayedPage,
  PrivacyPage,
  ShortPrivacyPage,
} from "../../client/pages/PlainPages.tsx";
import type { Config } from "../config.ts";
import type { readPlayed } from "../evenings/played.ts";
import type { Assets } from "./assets.ts";
import type { DocumentMaker } from "./document.tsx";
import { languageQuery } from "./guest_language.ts";
import { PRIVACY_PATH } from "./send_page.ts";

/** Text instead of an address, so that a phone which scans the sample says what it is. */
const SAMPLE_TEXT = "Örnek QR kod";

/** `guestOrigin` is where guests reach the product. */
export function landingPage(
  document: DocumentMaker,
  guestOrigin: string,
  { registration }: Pick<Config, "registration">,
): string {
  return document({
    title: "Kafenizin müziğini birlikte yönetin",
    description:
      "Kafenizin müziğini müşterilerinizle birlikte yönetin: QR kodu okutan şarkı ister, siz onaylarsınız.",
    url: `${guestOrigin}/`,
    look: "public",
    body: (
      <div className="page">
        <LandingPage sampleQr={drawQr(SAMPLE_TEXT)} canRegister={registration === "open"} />
        <Footer />
      </div>
    ),
  });
}

// Renders the document in which the panel runs. The panel renders itself in the browser.

/** The same document for every screen: the panel's router reads the path. */
export function panelShell(
  document: DocumentMaker,
  assets: Assets,
  { registration }: Pick<Config, "registration">,
): string {
  return document({
    title: "Sıradaki",
    description: "Kafe sahipleri için Sıradaki paneli.",
    look: "panel",
    program: "panel",
    body: (
      <>
        <div
          id="panel"
          data-registration={registration}
          data-scripts={assets.laterScripts("panel").join(" ")}
        >
          <main className="panel-waiting">
            <noscript>
              <p>Panel için tarayıcınızda JavaScript açık olmalıdır.</p>
            </noscript>
            <Loading label="Yükleniyor…" />
          </main>
        </div>
      </>
    ),
  });
}

// Renders /aydinlatma-metni, the notice on personal data.

/** `guestOrigin` is where guests reach the product. */
export function privacyPage(
  document: DocumentMaker,
  guestOrigin: string,
  { operator, spotify }: Pick<Config, "operator" | "spotify">,
  language: Language,
): string {
  const asked = { operator, usesSpotify: !spotify.demo };
  const words = language.foreign?.privacy;
  if (words) {
    return document({
      title: words.title,
      description: words.lead,
      url: `${guestOrigin}${PRIVACY_PATH}${languageQuery(language)}`,
      look: "public",
      language,
      body: (
        <div className="page">
          <ShortPrivacyPage {...asked} words={words} />
        </div>
      ),
    });
  }
  return document({
    title: "Aydınlatma metni",
    description: "Sıradaki hangi kişisel verileri neden ve ne kadar süreyle saklar.",
    url: `${guestOrigin}${PRIVACY_PATH}`,
    look: "public",
    body: (
      <div className="page">
        <PrivacyPage {...asked} />
      </div>
    ),
  });
}

// Renders /cafe/{cafeId}/calanlar, what the cafe has played since 06:00.

/** `guestOrigin` is where guests reach the product. */
export function playedPage(
  document: DocumentMaker,
  guestOrigin: string,
  { cafe: { _id, name, hasAccount }, songs }: Awaited<ReturnType<typeof readPlayed>>,
  language: Language,
): string {
  const { page } = language;
  const query = languageQuery(language);
  return document({
    title: `${page.whatPlayed} ${name}`,
    description: fill(page.playedToday, name),
    url: `${guestOrigin}/cafe/${_id}/calanlar${query}`,
    look: "public",
    language,
    hasAccount,
    body: (
      <div className="page">
        <PlayedPage cafe={`/cafe/${_id}${query}`} {...{ language, name, songs }} />
      </div>
    ),
  });
}

// Renders an error as a page, for browsers: the error table's sentence with its status.

/** Says in this language what an answer of http/on_error.ts with this status says. */
export function refusalPage(
  document: DocumentMaker,
  status: number,
  { msg, code }: Pick<ErrorAnswer, "msg" | "code">,
  language: Language,
): string {
  const { page, foreign } = language;
  const missing = status === 404;
  const title = missing ? page.notFound : page.unavailable;
  // Of an address that leads nowhere, the title says it all.
  const text = foreign ? foreign.refusals[code as GuestCode] ?? "" : msg;
  return document({
    title,
    description: text,
    look: "public",
    language,
    body: (
      <MissingPage
        title={title}
        text={text}
        home={page.home}
        brandLanguage={foreign ? "tr" : undefined}
      />
    ),
  });
}
