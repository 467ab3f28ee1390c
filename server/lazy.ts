// What not every process needs, made when it is first used.

/** Returns a function that calls `make` once, at its first call, and returns that value at each. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
