// A button that opens a menu of actions, in the pattern of the ARIA Authoring Practices ("Menu Button").
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { pressOnce } from "../lib/press_once.ts";

export interface MenuButtonProps {
  /** What screen readers call the button and its menu. */
  label: string;
  actions: { label: string; run: () => void }[];
  children: ReactNode;
  /** How the button looks. */
  className?: string;
}

export function MenuButton(
  { label, actions, children, className = "heading-button" }: MenuButtonProps,
) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const startAt = useRef(0);
  const id = useId();
  const items = () => [...place.current!.querySelectorAll<HTMLElement>("[role=menuitem]")];

  /** `first`: 0 for the first action, -1 for the last. */
  const show = (first: number) => {
    startAt.current = first;
    setOpen(true);
  };
  const close = () => {
    // An item with the focus would take it along.
    place.current!.querySelector("button")!.focus({ preventScroll: true });
    setOpen(false);
  };
  useEffect(() => {
    if (!open) return;
    items().at(startAt.current)!.focus();
    // What is fixed to the foot of the screen may cover it, which its style sheet says as a margin.
    items().at(-1)!.scrollIntoView({ block: "nearest" });
    const listening = new AbortController();
    document.addEventListener("pointerdown", ({ target }) => {
      if (!place.current!.contains(target as Node)) close();
    }, listening);
    return () => listening.abort();
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    pressOnce(event);
    const { key } = event;
    const at = items().indexOf(document.activeElement as HTMLElement);
    const next = {
      ArrowDown: (at + 1) % actions.length,
      ArrowUp: at > 0 ? at - 1 : -1,
      Home: 0,
      End: -1,
    }[key];
    // The Tab key goes on from the button.
    if (open && (key === "Escape" || key === "Tab")) close();
    if (next === undefined || (!open && !key.startsWith("Arrow"))) return;
    event.preventDefault();
    if (open) items().at(next)!.focus();
    else show(next);
  };
  return (
    <div className="menu" ref={place} onKeyDown={onKeyDown}>
      <button
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => open ? close() : show(0)}
      >
        {children}
      </button>
      {open && (
        <div className="menu-items" id={id} role="menu" aria-label={label}>
          {actions.map(({ label, run }) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                run();
              }}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
