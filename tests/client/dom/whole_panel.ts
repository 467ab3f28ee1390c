// The whole panel in a DOM of this process: its own script with its real router, as the browser would load it.
import { strict as assert } from "node:assert";
import process from "node:process";
import type { Root } from "react-dom/client";
import { createOwner, type TestOwner } from "../../support/people/factories.ts";
import { type TestApp, testApp } from "../../support/start/test_app.ts";
import {
  button,
  click,
  type DomPage,
  field,
  openPage,
  perform,
  submit,
  type,
  until,
} from "./page.ts";
import { collectErrors, takeForeignEvents } from "./script.ts";

/** client/lib/session.ts keeps the login there. */
const TOKEN_KEY = "siradaki.token";

export interface WholePanel extends DomPage {
  /** What was logged as an error so far. Whatever is not taken fails the test. */
  takeFaults(): string[];
}

let opened = 0;

/** Opens the panel at `path`, in a document with this `data`, logged in with `token`, with calls that go to `server`, and waits for the screen. */
export async function openWholePanel(
  server: Pick<TestApp, "fetch">,
  path: string,
  token?: string,
  data: DOMStringMap = {},
): Promise<WholePanel> {
  await using opening = new AsyncDisposableStack();
  const page = opening.use(await openPage(server, undefined, path));
  const faults = opening.use(collectErrors());
  if (token !== undefined) localStorage.setItem(TOKEN_KEY, token);
  const root = Object.assign(document.createElement("div"), { id: "panel" });
  Object.assign(root.dataset, data);
  document.body.append(root);
  takeForeignEvents();
  let react: Root;
  await perform(async () => react = await runScript());
  await until(() => heading() && heading() !== "Yükleniyor");
  const whole = opening.move();
  return {
    ...page,
    takeFaults: faults.take,
    async [Symbol.asyncDispose]() {
      // Pending answers would arrive after its document is gone.
      let quiet = 0;
      await until(() => (quiet = page.network.underWay() > 0 ? 0 : quiet + 1) > 2);
      await perform(() => react.unmount());
      await whole.disposeAsync();
      assert.deepEqual(faults.take(), []);
    },
  };
}

interface OwnPanel<Person> {
  /** Creates who is logged in, by default an owner. */
  as?: (app: TestApp) => Promise<Person>;
  /** The cafe's name. */
  named?: string;
  environment?: Record<string, string>;
}

/** Opens the panel at `path` as the owner of a cafe, or as another person, on an app of its own. */
export async function openOwnPanel<Person extends { token: string } = TestOwner>(
  path: string,
  { as, named, environment }: OwnPanel<Person> = {},
): Promise<WholePanel & { app: TestApp; owner: Person }> {
  await using opening = new AsyncDisposableStack();
  const app = opening.use(await testApp(environment));
  const owner = await (as ? as(app) : createOwner(app.deps, named) as Promise<TestOwner & Person>);
  const panel = opening.use(await openWholePanel(app, path, owner.token));
  const opened = opening.move();
  return { ...panel, app, owner, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** The screen's heading, undefined if it has none. */
export function heading(): string | undefined {
  return document.querySelector("h1")?.textContent;
}

/** What the screen's alert says, '' without one. */
export function alertText(): string {
  return document.querySelector("[role=alert]")?.textContent ?? "";
}

/** What the user is told: the notices, each with its detail. */
export function toldText(): string {
  return document.querySelector(".notices")?.textContent ?? "";
}

/** The dialog that is open. */
export function dialog(): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>("dialog[open]");
}

/** Answers the dialog that is open with this button. */
export async function answerDialog(name: string): Promise<void> {
  const answers = [...dialog()!.querySelectorAll("button")];
  await click(answers.find(({ textContent }) => textContent === name)!);
}

/** Waits until the screen has this heading. */
export async function headed(name: string): Promise<void> {
  await until(() => heading() === name);
}

/** The login token that this browser holds, or null. */
export function storedToken(): string | null {
  return localStorage.getItem(TOKEN_KEY);
}

/** Logs in on the login screen, and waits for the dashboard. */
export async function logIn(email: string, password: string): Promise<void> {
  await type(field("E-posta"), email);
  await submit(field("Şifre"), password);
  await headed("İstekler");
}

/** Goes to a room of the place 'Kafe'. */
export async function openRoom(name: string): Promise<void> {
  await click(button("Kafe"));
  await click(rooms().find((room) => nameOf(room) === name)!);
}

/** The names of the rooms that 'Kafe' shows, which is open. */
export function roomNames(): string[] {
  return rooms().map(nameOf);
}

function rooms(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".bar-room")];
}

function nameOf(room: HTMLElement): string {
  return room.querySelector(".bar-room-name")!.textContent;
}

export async function logOut(): Promise<void> {
  await click(button("Çıkış yap"));
  await headed("Kafe girişi");
}

/** Each time anew: the script starts the panel as it is loaded. */
async function runScript(): Promise<Root> {
  // While loading, the router checks once whether it runs on a server; Deno counts as one.
  const { env } = process;
  process.env = { NODE_ENV: "test" };
  try {
    return (await import(`../../../client/panel/main.tsx?opened=${opened++}`)).root;
  } finally {
    process.env = env;
  }
}
