// The frame around every screen of the panel.
import { createRootRouteWithContext, Link, Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Button, buttonClass } from "../../components/Button.tsx";
import { PageHeading } from "../../components/PageHeading.tsx";
import type { Confirmation } from "../../lib/confirmation.ts";
import { useStore } from "../../lib/store.ts";
import { useCafeLists } from "../live/use_facts.ts";
import { type PanelServices, usePanel } from "../services.ts";

export const Route = createRootRouteWithContext<PanelServices>()({
  component: Root,
  notFoundComponent: MissingScreen,
});

function Root() {
  const { confirmation } = usePanel();
  return (
    <>
      <Title />
      <Outlet />
      <ConfirmDialog confirmation={confirmation} />
    </>
  );
}

// What every screen of the panel stands in: its title, its questions, and the screen for a wrong address.

const ICON = "/favicon.svg";
const ICON_WAITING = "/favicon-waiting.svg";

/** While a screen loads it has no name yet. */
const NAMELESS = "Sıradaki";

/** Only the cafe's screens know of requests. */
function Title() {
  const isOwners = useRouterState({
    select: ({ matches }) => matches.some(({ routeId }) => routeId === "/_owner"),
  });
  return isOwners ? <TitleWithCount /> : <TitleOf count={0} />;
}

function TitleWithCount() {
  return <TitleOf count={useCafeLists().pending.length} />;
}

function TitleOf({ count }: { count: number }) {
  const name = useRouterState({
    select: ({ matches }) =>
      matches.flatMap(({ meta }) => meta ?? []).findLast((m) => m?.title)?.title ?? NAMELESS,
  });
  const waiting = count > 0;
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (icon) icon.href = waiting ? ICON_WAITING : ICON;
  }, [waiting]);
  // React moves it into the head, before the one that the server has written.
  return <title>{waiting ? `(${count}) ${name}` : name}</title>;
}

// The screen for an unknown address in the panel.

function MissingScreen() {
  return (
    <main className="screen">
      <PageHeading title="Sayfa bulunamadı" />
      <Link className={buttonClass("primary")} to="/panel/dashboard">Panele dön</Link>
    </main>
  );
}

// The dialog that asks for a confirmation. Mounted once per page.

export function ConfirmDialog({ confirmation }: { confirmation: Confirmation }) {
  const question = useStore(confirmation);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // `showModal` keeps the focus inside the dialog and returns it when the dialog closes.
    if (!question) dialog.current?.close();
    // What it asks may change while it is open.
    else if (!dialog.current?.open) dialog.current?.showModal();
  }, [question]);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="confirm-title"
      aria-describedby="confirm-text"
      onCancel={() => question?.answer(false)}
    >
      {question && (
        <>
          <h2 id="confirm-title">{question.title}</h2>
          <p id="confirm-text">{question.text}</p>
          <div className="dialog-actions">
            <Button onClick={() => question.answer(false)} autoFocus>Vazgeç</Button>
            <Button
              look={question.danger ? "danger" : "primary"}
              onClick={() => question.answer(true)}
            >
              {question.action}
            </Button>
          </div>
        </>
      )}
    </dialog>
  );
}
