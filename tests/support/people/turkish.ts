// Lets what is rendered in tests speak Turkish, as the cafe page does: to be imported for its effect.
import { speak } from "../../../client/islands/language.ts";
import { TEXTS } from "../../../server/contract/languages/tr.ts";

speak("tr", TEXTS);

/** A cafe page as it is shown, without the texts that it carries for its script. */
export function withoutTexts(html: string): string {
  return html.replace(/ data-texts="[^"]*"/, "");
}
