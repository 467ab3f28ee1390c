// A test that this machine cannot try, though another machine can: it fails by one line, and tests/run.ts counts it.

/** The file that gets a line for each such test. */
export const NOT_TRIED = "TESTS_NOT_TRIED";

/** Fails the running test because of `missing`, which says what to install. */
export function cannotTry(missing: string): never {
  const file = Deno.env.get(NOT_TRIED);
  if (file) Deno.writeTextFileSync(file, `${missing}\n`, { append: true });
  const { stackTraceLimit } = Error;
  try {
    // Where it was thrown says nothing about what is missing.
    Error.stackTraceLimit = 0;
    throw new Error(`Cannot be tried: ${missing}`);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
