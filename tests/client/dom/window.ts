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
  "HTMLDialogElement",
  "HTMLInputElement",
  "IntersectionObserver",
  "FormData",
] as const;

/**
 * Makes a window at `path` and puts its DOM into the global scope until it is disposed, and with it what listens there. Rows
 * do not glide in it.
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
  // What listens on Deno's own global scope hears of Back and Forward.
  window.addEventListener("popstate", () => globalThis.dispatchEvent(new Event("popstate")));
  giveFocusBack(window.HTMLDialogElement.prototype as unknown as HTMLDialogElement);
  const copies = Object.fromEntries(COPIED.map((name) => [name, window[name]]));
  const restore = defineGlobals({
    ...copies,
    window,
    // The page is alone in its browser. Deno's own channel would outlive a panel, which is never unmounted.
    BroadcastChannel: undefined,
    IS_REACT_ACT_ENVIRONMENT: true,
  });
  const listeners = collectListeners();
  return {
    async [Symbol.asyncDispose]() {
      listeners[Symbol.dispose]();
      restore();
      await window.happyDOM.close();
    },
  };
}

/** Removes on disposal what listens on the global scope since: the panel is never unmounted, nor a store closed. */
export function collectListeners(): Disposable {
  const ended = new AbortController();
  const { addEventListener } = EventTarget.prototype;
  globalThis.addEventListener = (
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) => {
    const given = typeof options === "object" ? options : { capture: options };
    const signals = [ended.signal, ...given.signal ? [given.signal] : []];
    addEventListener.call(globalThis, name, listener, {
      ...given,
      signal: AbortSignal.any(signals),
    });
  };
  return {
    [Symbol.dispose]() {
      Reflect.deleteProperty(globalThis, "addEventListener");
      ended.abort();
    },
  };
}

/** Lets a dialog that closes give the focus back to what had it, as in browsers. */
function giveFocusBack(prototype: HTMLDialogElement): void {
  const before = new WeakMap<HTMLDialogElement, HTMLElement>();
  const { showModal, close } = prototype;
  prototype.showModal = function () {
    before.set(this, document.activeElement as HTMLElement);
    showModal.call(this);
  };
  prototype.close = function () {
    if (!this.open) return;
    close.call(this);
    if (before.get(this)?.isConnected) before.get(this)!.focus();
    else if (this.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
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
