// What a login was made on, in a few words: 'Chrome, Windows' (docs/accounts.md#sessions). Neither the versions nor the
// rest of the header is kept.

/** The first that the header contains counts: most browsers also name those that they descend from. */
const BROWSERS = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung"],
  [/\bYaBrowser\//, "Yandex"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

/** An iPad's Safari calls itself a Mac, unless it asks for pages for phones. */
const SYSTEMS = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
] as const;

/** Undefined if the header names no browser and no system that is known here. */
export function deviceOf(userAgent = ""): string | undefined {
  const known = [BROWSERS, SYSTEMS].map((names) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1]
  );
  return known.filter(Boolean).join(", ") || undefined;
}
