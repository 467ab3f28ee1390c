// A browser window inside the test's process: a real DOM for one test, without a browser.
import { Window } from "happy-dom";

const ORIGIN = "http://kafe.test";

/**
 * What the client reads from the global scope and Deno does not have, or has in a form that knows no DOM. Events,
 * timers and the network stay Deno's own: happy-dom's `GlobalRegistrator` would replace them, which breaks Deno.
 */
const COPIED = [
  "document",
  "location",
  "history",
  "scrollTo",
  "scrollX",
  "scrollY",
  "localStorage",
  "matchMedia",
  "getSelection",
  "CSS",
  "Element",
  "HTMLElement",
  "HTMLInputElement",
  "FormData",
] as const;

/**
 * Makes a window at `path` and puts its DOM into the global scope until it is disposed. Rows do not glide in it.
 */
export function openWindow(path = "/cafe/1"): AsyncDisposable {
  const window = new Window({
    url: ORIGIN + path,
    settings: {
      disableJavaScriptFileLoading: true,
      disableCSSFileLoading: true,
      device: { prefersReducedMotion: "reduce" },
    },
  });
  const copies = Object.fromEntries(COPIED.map((name) => [name, window[name]]));
  const restore = defineGlobals({ ...copies, window, IS_REACT_ACT_ENVIRONMENT: true });
  return {
    async [Symbol.asyncDispose]() {
      restore();
      await window.happyDOM.close();
    },
  };
}

/** Defines global variables. Returns a function that puts back what was there before. */
function defineGlobals(values: Record<string, unknown>): () => void {
  const before = Object.keys(values).map((name) =>
    [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const
  );
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else delete (globalThis as Record<string, unknown>)[name];
    }
  };
}
