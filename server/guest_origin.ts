// Where guests reach the product: for QR codes, the share link and link previews.
import type { Config } from "./config.ts";
import { createLanAddress } from "./lan_address.ts";

/**
 * Returns a function that resolves to the origin, as it is now. Without a configured one it is this machine's address in
 * the local network, or `appOrigin` as long as it has none there.
 */
export function createGuestOrigin(
  { appOrigin, guestOrigin, port }: Pick<Config, "appOrigin" | "guestOrigin" | "port">,
  lanAddress: () => Promise<string | undefined> = createLanAddress(),
): () => Promise<string> {
  if (guestOrigin !== undefined) {
    const configured = Promise.resolve(guestOrigin);
    return () => configured;
  }
  return async () => {
    const lan = await lanAddress();
    return lan ? `http://${lan}:${port}` : appOrigin;
  };
}
