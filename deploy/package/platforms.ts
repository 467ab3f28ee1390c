// The computers that packages are made for, and the Deno that goes into each.

/** A kind of computer: Linux with glibc on one processor. */
export interface Platform {
  /** Its name on the command line, in file names, and for npm. */
  arch: "x64" | "arm64";
  /** What Deno calls the processor. */
  cpu: typeof Deno.build.arch;
  /** What Debian calls the processor. */
  debian: "amd64" | "arm64";
  /** Deno's npm package for it, its version, and the hash of that version as the registry states it. */
  deno: { name: string; version: string; integrity: string };
}

/** The registry has 2.9.6 for x64, and 2.9.5 as its newest for arm64. */
export const PLATFORMS: Platform[] = [
  {
    arch: "x64",
    cpu: "x86_64",
    debian: "amd64",
    deno: {
      name: "@deno/linux-x64-glibc",
      version: "2.9.6",
      integrity:
        "sha512-3md4TKLCuzsLDmfOoC5KN7NAZaxSVkMgm64vg6foD00JBADCpYS2/5QqXfzgnP5ZQz3iLP9vBQJtEgc116OAoQ==",
    },
  },
  {
    arch: "arm64",
    cpu: "aarch64",
    debian: "arm64",
    deno: {
      name: "@deno/linux-arm64-glibc",
      version: "2.9.5",
      integrity:
        "sha512-IuYjsz9PGl7CJcNXMuN27KNDB8Q40brK3SG3l+TXMDVW61ZKwcn0fQHBHnXFiiygEwI8by/fKnASEluhZB1atw==",
    },
  },
];

/** The oldest C library that everything in a package runs with, as Debian's dependency states it. */
export const OLDEST_GLIBC = "2.27";
