// What a script of the client finds around it in a DOM of this process, and leaves behind.
import { format } from "node:util";
import { ownClasses } from "./page.ts";

/** Lets the document accept this process's own Event objects. */
export function takeForeignEvents(): void {
  const { Event: Own } = ownClasses();
  const dispatch = document.dispatchEvent.bind(document);
  document.dispatchEvent = (event) =>
    dispatch(event instanceof Event ? new Own(event.type, event) : event);
}

/** Counts how often the page loads itself anew, instead of doing so. */
export function countReloads(): () => number {
  let count = 0;
  Object.defineProperty(location, "reload", { configurable: true, value: () => void (count += 1) });
  return () => count;
}

/** Collects what is logged as an error until it is disposed. */
export function collectErrors() {
  const { error, warn } = console;
  let errors: string[] = [];
  console.error = (...words: unknown[]) => void errors.push(format(...words));
  // Outside of a build the router warns of each load that fails, which the screen says too.
  console.warn = (...words: unknown[]) =>
    void (String(words[0]).startsWith("Warning: Error in route match") || warn(...words));
  return {
    take() {
      const taken = errors;
      errors = [];
      return taken;
    },
    [Symbol.dispose]: () => void Object.assign(console, { error, warn }),
  };
}
