// Which Chromium the tests drive: what CHROMIUM names, the one that they bring, or Debian's, in this order.
import { basename } from "node:path";
import { HAS_OWN, ownChromium } from "./own/own_chromium.ts";

const NAMED = Deno.env.get("CHROMIUM");
const DEBIAN = "/usr/bin/chromium";
/** The same without the browser's windows, which takes a third less CPU time. */
const DEBIAN_SHELL = "/usr/bin/chromium-headless-shell";

export interface Chromium {
  path: string;
  /** What it needs beside the environment of this process. */
  env: Record<string, string>;
}

/** Why there is none for this machine and what to install, or undefined if there is one. */
export function missingChromium(): string | undefined {
  if (NAMED) return exists(NAMED) ? undefined : `there is no Chromium at ${NAMED} (CHROMIUM)`;
  if (HAS_OWN || exists(DEBIAN) || exists(DEBIAN_SHELL)) return undefined;
  return "there is no Chromium: install Debian's package chromium, or name another one by CHROMIUM";
}

/** Finds it, and installs the one that the tests bring if that is missing. @throws Error if there is none */
export async function findChromium(): Promise<Chromium> {
  const missing = missingChromium();
  if (missing) throw new Error(`Cannot start a browser: ${missing}`);
  if (NAMED) return { path: NAMED, env: {} };
  if (HAS_OWN) return await ownChromium();
  return { path: exists(DEBIAN_SHELL) ? DEBIAN_SHELL : DEBIAN, env: {} };
}

/** A whole browser with its windows, which alone keeps pages for Back, or undefined if there are shells alone. */
export function wholeChromium(): Chromium | undefined {
  const path = NAMED || DEBIAN;
  const isShell = /headless[-_]shell/.test(basename(path));
  return exists(path) && !isShell ? { path, env: {} } : undefined;
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
