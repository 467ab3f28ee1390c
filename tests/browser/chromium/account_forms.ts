// The forms of the account screens as a person fills them in.
import type { Page } from "playwright-core";
import { PASSWORD, REGISTRATION } from "../../support/people/accounts.ts";

/** Fills in fields by their labels. */
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
}

/** Registers on the screen that is open, and waits for the screen that asks for the code. */
export async function registerIn(page: Page, email = REGISTRATION.email): Promise<void> {
  await fill(page, {
    "Kafe adı": REGISTRATION.name,
    "E-posta": email,
    "Telefon numarası": REGISTRATION.phoneNumber,
    "Şifre": PASSWORD,
  });
  await page.getByRole("button", { name: "Kayıt ol" }).click();
  await page.waitForURL("**/panel/verify");
}
