// Tests that run programs of the system, which a machine may lack.

/** Registers a test. It counts as ignored if one of `programs` is missing, and its name says which. */
export function testWith(programs: string[], name: string, fn: () => Promise<void>): void {
  const missing = programs.filter(isMissing);
  const shown = missing.length > 0 ? `SKIPPED: ${name}, since ${missing} is missing` : name;
  Deno.test({ name: shown, ignore: missing.length > 0, fn });
}

function isMissing(program: string): boolean {
  try {
    new Deno.Command(program, { args: ["--version"], stdout: "null", stderr: "null" }).outputSync();
    return false;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return true;
    throw error;
  }
}
