// What a package is made of.
import type { Platform } from "./platforms.ts";

export interface PackageJob {
  /** The folder with the product, as `stage` made it. */
  home: string;
  /** Where the package goes. */
  folder: string;
  version: string;
  platform: Platform;
  /** The time that files in the package carry, in seconds since 1970. */
  date: number;
  /** How much time to spend on a small package: from 0, the quickest, to 9. */
  level: number;
}
