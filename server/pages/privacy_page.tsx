// Renders /aydinlatma-metni, the notice on personal data.
import { PrivacyPage } from "../../client/pages/PrivacyPage.tsx";
import type { DocumentMaker } from "./document.tsx";
import { PRIVACY_PATH } from "./paths.ts";

export function privacyPage(document: DocumentMaker): string {
  return document({
    title: "Aydınlatma metni",
    description: "Sıradaki hangi kişisel verileri neden ve ne kadar süreyle saklar.",
    path: PRIVACY_PATH,
    look: "public",
    body: (
      <div className="page">
        <PrivacyPage />
      </div>
    ),
  });
}
