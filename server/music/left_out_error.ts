// How a provider says that it has not asked its service (docs/music.md#calls).

/** A look that may wait was left out. Nothing was asked. */
export class LeftOutError extends Error {
  override name = "LeftOutError";
}
