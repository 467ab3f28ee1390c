// What is made when it is first used, and then kept.

/** Returns a function that calls `make` once, at its first call, and returns that value at each. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Returns a function that calls `make` when its argument differs from the last one, and else returns the same value. */
export function keptFor<K, T>(make: (key: K) => T): (key: K) => T {
  let kept: { key: K; value: T } | undefined;
  return (key) => (kept?.key === key ? kept : kept = { key, value: make(key) }).value;
}
