// Runs the programs that make a package.

/** Runs `program` to its end. @throws Error with what it printed, if it is missing or fails */
export async function run(program: string, options: Deno.CommandOptions): Promise<void> {
  const { success, stdout, stderr } = await outputOf(program, options);
  if (success) return;
  const said = [stderr, stdout].map((bytes) => new TextDecoder().decode(bytes).trim()).join("\n");
  throw new Error(`Cannot package: ${program} ${options.args?.join(" ")} failed:\n${said}`);
}

async function outputOf(program: string, options: Deno.CommandOptions) {
  try {
    return await new Deno.Command(program, options).output();
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    throw new Error(`Cannot package: '${program}' is not installed on this computer`, { cause });
  }
}
