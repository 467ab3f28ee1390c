// The error of a configuration that cannot be used.

/** Names every mistake in one message for the operator. */
export class ConfigError extends Error {
  override name = "ConfigError";
  constructor(readonly mistakes: string[]) {
    super(`Cannot read the configuration:\n${mistakes.map((m) => `  - ${m}`).join("\n")}`);
  }
}
