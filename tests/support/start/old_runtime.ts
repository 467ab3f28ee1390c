// Tests of what Deno 2.5, which Deno Deploy documents, cannot do by itself (deploy/edge.md#what-deno-25-cannot-do).

const IS_OLD = Deno.version.deno.startsWith("2.5.");

/** A test that is listed as ignored under Deno 2.5, by a name that says why. */
export function testUnlessOld(name: string, oldCannot: string, fn: () => Promise<void>): void {
  const shown = IS_OLD ? `SKIPPED, since Deno 2.5 cannot ${oldCannot}: ${name}` : name;
  Deno.test({ name: shown, ignore: IS_OLD, fn });
}
