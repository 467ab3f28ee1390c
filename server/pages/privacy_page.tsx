// Renders /aydinlatma-metni, the notice on personal data.
import { PrivacyPage } from "../../client/pages/PrivacyPage.tsx";
import type { Config } from "../config.ts";
import type { DocumentMaker } from "./document.tsx";
import { PRIVACY_PATH } from "./paths.ts";

/** `guestOrigin` is where guests reach the product. */
export function privacyPage(
  document: DocumentMaker,
  guestOrigin: string,
  { operator, spotify }: Pick<Config, "operator" | "spotify">,
): string {
  return document({
    title: "Aydınlatma metni",
    description: "Sıradaki hangi kişisel verileri neden ve ne kadar süreyle saklar.",
    url: `${guestOrigin}${PRIVACY_PATH}`,
    look: "public",
    body: (
      <div className="page">
        <PrivacyPage operator={operator} usesSpotify={!spotify.demo} />
      </div>
    ),
  });
}
