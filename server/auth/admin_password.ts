// What is wrong with an admin's password, who sees the bank details of every cafe (docs/accounts.md#roles).
import { isCommonPassword } from "./popular_passwords.ts";

const MIN_LENGTH = 12;

/** What to say of ADMIN_PASSWORD, or undefined if it is good enough. */
export async function weaknessOf(admin: {
  email: string;
  password: string;
}): Promise<string | undefined> {
  const password = admin.password.normalize("NFC");
  if ([...password].length < MIN_LENGTH) {
    return `ADMIN_PASSWORD has fewer than ${MIN_LENGTH} characters`;
  }
  if (await isCommonPassword(password, [admin.email])) {
    return "ADMIN_PASSWORD is very common or made of ADMIN_EMAIL: write three or four words";
  }
  return undefined;
}
