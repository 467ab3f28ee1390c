// One call for all who ask in the same turn of the event loop.

/**
 * Returns a function that resolves to what `work` returns. Calls of one turn share one call of `work`, which is made
 * after all of them, so each result is at least as new as its call.
 */
export function onceATurn<T>(work: () => T): () => Promise<T> {
  let coming: Promise<T> | undefined;
  return () =>
    coming ??= new Promise((resolve, reject) =>
      setImmediate(() => {
        coming = undefined;
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      })
    );
}
