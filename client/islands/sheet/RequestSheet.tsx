// The sheet in which a guest chooses a tip for one song, and asks for it or supports it.
import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useStore } from "../../lib/store.ts";
import { SheetForm } from "./SheetForm.tsx";
import type { TippedSong } from "./tipped_song.ts";
import { type Asking, useSend } from "./use_send.ts";

/** Sets `--visible` on the page to the height that can be seen, and `--covered` to what the keyboard covers, in px. */
export function useVisibleArea(sheet: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = globalThis.visualViewport;
    const { style } = document.documentElement;
    /** What has the focus must not end up behind the foot of the sheet as the keyboard opens. */
    const show = () => {
      const { activeElement } = document;
      if (sheet.current!.contains(activeElement)) {
        activeElement!.scrollIntoView({ block: "nearest" });
      }
    };
    const fit = () => {
      const { height, offsetTop, scale } = viewport!;
      // A guest who has zoomed in sees a part of the sheet, which keeps its size.
      if (scale > 1) return;
      style.setProperty("--visible", `${height}px`);
      style.setProperty("--covered", `${Math.max(0, innerHeight - height - offsetTop)}px`);
    };
    const listening = new AbortController();
    viewport?.addEventListener("resize", fit, listening);
    viewport?.addEventListener("resize", show, listening);
    viewport?.addEventListener("scroll", fit, listening);
    return () => listening.abort();
  }, []);
}

export function RequestSheet(props: Asking) {
  const { cafe, views } = props;
  const { song } = useStore(views);
  const [isOpen, setOpen] = useState(false);
  /** Stays while the sheet slides out. Each opening has a form of its own. */
  const [shown, setShown] = useState<{ song: TippedSong; opening: number }>();
  if (isOpen !== Boolean(song)) setOpen(Boolean(song));
  if (song && (!isOpen || song.id !== shown!.song.id)) {
    setShown({ song, opening: (shown?.opening ?? 0) + 1 });
  }
  const dialog = useRef<HTMLDialogElement>(null);
  const send = useSend(props);
  useVisibleArea(dialog);
  useLayoutEffect(() => {
    // `showModal` keeps the focus inside, and closing returns it to the row.
    if (!isOpen) return dialog.current!.close();
    if (!dialog.current!.open) dialog.current!.showModal();
    // There is no choice while the cafe accepts no requests; Forward in the browser can open the sheet then.
    dialog.current!.querySelector<HTMLInputElement>(":checked")?.focus();
  }, [isOpen, shown?.opening]);

  const pressed = useRef(false);
  /** Presses beside the sheet are on the dialog itself: its content covers the rest of it. */
  const isBeside = (event: { target: EventTarget }) => event.target === dialog.current;
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby="sheet-title"
      onPointerDown={(event: PointerEvent) => pressed.current = isBeside(event)}
      onClick={(event) => {
        if (pressed.current && isBeside(event)) views.closeSheet();
      }}
      // Also for Escape, and for Back on Android.
      onClose={views.closeSheet}
    >
      {shown && (
        <SheetForm
          key={shown.opening}
          song={shown.song}
          cafe={cafe}
          send={send}
          open={views.open}
          close={views.closeSheet}
        />
      )}
    </dialog>
  );
}
