// A value that changes, and the components that show it.
import { useSyncExternalStore } from "react";

export interface ReadableStore<T> {
  current(): T;
  /** Calls `listener` after every change. Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

export interface Store<T> extends ReadableStore<T> {
  set(value: T): void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    current: () => value,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
  };
}

/** Reads a store in a component, which renders again after every change. */
export function useStore<T>({ subscribe, current }: ReadableStore<T>): T {
  return useSyncExternalStore(subscribe, current, current);
}
