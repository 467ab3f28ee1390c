// A button, and the look of one for links.
import type { ButtonHTMLAttributes, MouseEvent } from "react";
import { Icon, type IconName } from "./Icon.tsx";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` is the screen's main action: one a screen. */
  look?: ButtonLook;
  /** Under way: keeps its focus and its width, and does nothing more. */
  busy?: boolean;
  /** Not now, but soon again: keeps its focus, looks off, and does nothing. */
  resting?: boolean;
  icon?: IconName;
}

export type ButtonLook = "primary" | "plain" | "quiet" | "danger";

export function Button(
  {
    look = "plain",
    busy = false,
    resting = false,
    icon,
    type = "button",
    className,
    onClick,
    children,
    ...rest
  }: ButtonProps,
) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // Not `disabled`: that would drop the focus of whoever pressed it.
    if (busy || resting) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={[buttonClass(look), className].filter(Boolean).join(" ")}
      aria-disabled={busy || resting || undefined}
      data-busy={busy || undefined}
      data-resting={resting || undefined}
      onClick={click}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** The class that makes a link look like a button. */
export function buttonClass(look: ButtonLook = "plain"): string {
  return `button button-${look}`;
}
