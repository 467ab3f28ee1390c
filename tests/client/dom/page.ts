// A page of the client, rendered by real React into a DOM of this process, and used as a person would use it.
import { strict as assert } from "node:assert";
import { environmentManager } from "@tanstack/react-query";
import * as React from "react";
import { act, type ReactNode } from "react";
import type { TestApp } from "../../support/start/test_app.ts";
import { type HeldTime, holdTime } from "./clock.ts";
import { type Network, openNetwork } from "./network.ts";
import { type FakeSockets, openSockets } from "./sockets.ts";
import { openWindow } from "./window.ts";

// The library takes Deno for a server, and repeats no query on a server.
environmentManager.setIsServer(() => false);
const INTERNALS = "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE";
makeRenderingCheap();

/** How long `until` waits. Long enough for any machine; a test that passes takes milliseconds. */
const DEADLINE_MS = 20_000;

export interface DomPage extends AsyncDisposable {
  network: Network;
  sockets: FakeSockets;
  time: HeldTime;
  /** The server tells the page of `event`, by the connection that was opened last. */
  hear(event: { type: string; revision?: number; ownerId?: string }): Promise<void>;
  /** Renders `element` in place of what was rendered before, and lets its effects run. */
  render(element: ReactNode): Promise<void>;
}

/**
 * Opens an empty page at `path`, whose calls go to `server` with `cookie`. DOM, network, sockets and time are global
 * until it is disposed.
 */
export async function openPage(
  server?: Pick<TestApp, "fetch">,
  cookie?: string,
  path?: string,
): Promise<DomPage> {
  const window = openWindow(path);
  const network = openNetwork(server, cookie);
  const sockets = openSockets();
  const time = holdTime();
  // React looks for a DOM as it is loaded.
  const { createRoot } = await import("react-dom/client");
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  return {
    network,
    sockets,
    time,
    hear: (event) => perform(() => sockets.latest().say(event)),
    render: (element) => perform(() => root.render(element)),
    async [Symbol.asyncDispose]() {
      await perform(() => root.unmount());
      for (const held of [time, sockets, network]) held[Symbol.dispose]();
      await window[Symbol.asyncDispose]();
    },
  };
}

/**
 * In development React keeps a stack trace for each element that is made, and measures each component for a profiler,
 * which is a third of what rendering takes. Nothing here reads either. Runs before the DOM's part of React is loaded.
 */
function makeRenderingCheap(): void {
  const { [INTERNALS]: internals } = React as unknown as Record<string, object>;
  // React keeps no more traces after 10 000 in a second.
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", { get: () => 1e4, set() {} });
  Object.assign(console, { timeStamp: undefined });
}

/** Waits until `fact` holds. @throws Error after 20 s */
export async function until(fact: () => unknown): Promise<void> {
  const startedAt = performance.now();
  while (!fact()) {
    if (performance.now() - startedAt > DEADLINE_MS) {
      throw new Error(`Timed out waiting for ${fact} on a page that says: ${pageText()}`);
    }
    await settle();
  }
}

/** Lets what was begun have its consequences: answers that are there are read, effects run. */
export async function settle(): Promise<void> {
  await act(() => new Promise<void>((resolve) => setImmediate(resolve)));
}

/** Does something to the page and lets React show what comes of it. */
export async function perform(work: () => unknown): Promise<void> {
  await act(async () => void await work());
}

/** What the page says, as text. */
export function pageText(): string {
  return document.body.textContent ?? "";
}

/** What each element of this selector says, in the order of the page, or of `within`. */
export function texts(selector: string, within: ParentNode = document): string[] {
  return [...within.querySelectorAll(selector)].map(({ textContent }) => textContent);
}

/** The button with this accessible name. @throws AssertionError if there is none */
export function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll("button")].find((candidate) =>
    (candidate.getAttribute("aria-label") ?? candidate.textContent) === name
  );
  assert.ok(found, `there is no button '${name}' on a page that says: ${pageText()}`);
  return found;
}

/** The link with this name. @throws AssertionError if there is none */
export function link(name: string): HTMLAnchorElement {
  const found = [...document.querySelectorAll("a")].find((candidate) =>
    (candidate.getAttribute("aria-label") ?? candidate.textContent) === name
  );
  assert.ok(found, `there is no link '${name}' on a page that says: ${pageText()}`);
  return found;
}

/** The field with this label. @throws AssertionError if there is none */
export function field(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll("label")].find((candidate) =>
    candidate.textContent === label
  );
  assert.ok(found, `there is no field '${label}' on a page that says: ${pageText()}`);
  return document.getElementById(found.htmlFor) as HTMLInputElement;
}

/** Asserts that `element` has the focus. `assert.equal` would print both elements, with all that they refer to. */
export function assertFocused(element: Element | null): void {
  const { activeElement } = document;
  assert.ok(element && activeElement === element, `${activeElement?.outerHTML} has the focus`);
}

/** Clicks, as with a mouse: what can take the focus takes it. */
export async function click(element: HTMLElement): Promise<void> {
  await perform(() => {
    element.focus();
    element.click();
  });
}

/** Clicks, and lets what comes of it happen. */
export async function press(element: HTMLElement): Promise<void> {
  await click(element);
  await settle();
}

/** Types `text` into a field, in place of what it held. */
export async function type(input: HTMLInputElement, text: string): Promise<void> {
  // React ignores a value that is set through the property that it has put on the element.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
  await perform(() => {
    input.focus();
    set!.call(input, text);
  });
  await fire(input, "input");
}

/** Chooses the option with this value. */
export async function chooseOption(select: HTMLSelectElement, value: string): Promise<void> {
  select.value = value;
  await fire(select, "change");
}

/** Lets `element` hear of something that a person or the browser does, with these facts. Returns the event. */
export async function fire(element: EventTarget, type: string, facts = {}): Promise<Event> {
  const { Event, KeyboardEvent, MouseEvent, PointerEvent } = ownClasses();
  const Own = type.startsWith("key")
    ? KeyboardEvent
    : type.startsWith("pointer")
    ? PointerEvent
    : /^click|^mouse/.test(type)
    ? MouseEvent
    : Event;
  const event = new Own(type, { bubbles: true, cancelable: true, ...facts });
  // What files are dropped is no part of a plain event.
  if ("dataTransfer" in facts) Object.assign(event, { dataTransfer: facts.dataTransfer });
  await perform(() => void element.dispatchEvent(event));
  return event;
}

/** Shows the page or hides it, as another tab of the browser does. */
export async function showPage(visible: boolean): Promise<void> {
  const value = visible ? "visible" : "hidden";
  Object.defineProperty(document, "visibilityState", { value, configurable: true });
  await fire(document, "visibilitychange");
}

/** The classes of the page's own window, which takes no objects of this process's classes. */
export function ownClasses(): typeof globalThis {
  return document.defaultView as unknown as typeof globalThis;
}

/** Types `text` into a field and submits its form, as the Enter key does. */
export async function submit(input: HTMLInputElement, text: string): Promise<void> {
  await type(input, text);
  await perform(() => input.form!.requestSubmit());
}
