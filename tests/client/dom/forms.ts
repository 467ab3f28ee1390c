// The forms of the panel as a person fills them in, and what they say is wrong.
import { strict as assert } from "node:assert";
import { PASSWORD, REGISTRATION } from "../../support/people/accounts.ts";
import { button, click, field, type } from "./page.ts";

/** Fills in fields by their labels. */
export async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await type(field(label), value);
}

/** Fills in the registration. */
export async function fillRegistration(changes: Record<string, string> = {}): Promise<void> {
  await fill({
    "Kafe adı": REGISTRATION.name,
    "E-posta": REGISTRATION.email,
    "Telefon numarası": REGISTRATION.phoneNumber,
    "Şifre": PASSWORD,
    ...changes,
  });
}

/** Sends the form that has this button. */
export async function send(action: string): Promise<void> {
  await click(button(action));
}

/** Sends the login. */
export async function sendLogin(email: string, password = PASSWORD): Promise<void> {
  await fill({ "E-posta": email, "Şifre": password });
  await send("Giriş yap");
}

/** What is wrong by field, as a screen reader reads it: by the field's description. */
export function faults(): Record<string, string> {
  return Object.fromEntries(
    [...document.querySelectorAll<HTMLInputElement>("input[aria-invalid=true]")].map((input) => [
      labelOf(input),
      document.getElementById(input.getAttribute("aria-describedby")!.split(" ").at(-1)!)!
        .textContent,
    ]),
  );
}

/** Asserts that the field with this label has the focus. */
export function assertInField(label: string): void {
  const { activeElement } = document;
  assert.equal(activeElement && labelOf(activeElement), label);
}

function labelOf({ id }: Element): string | undefined {
  return document.querySelector(`label[for="${id}"]`)?.textContent;
}
