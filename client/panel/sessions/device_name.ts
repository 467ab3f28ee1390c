// What a login's device is called on the screen.
import type { LoginSession } from "../../../server/contract/sessions.ts";

export function deviceName({ device }: Pick<LoginSession, "device">): string {
  return device ?? "Bilinmeyen cihaz";
}
