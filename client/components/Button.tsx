// A button, and the class that makes a link look like one.
import type { ButtonHTMLAttributes, MouseEvent } from "react";
import { Icon, type IconName } from "./Icon.tsx";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` is the screen's main action; a screen has one. */
  look?: ButtonLook;
  /** The action is under way: clicks are ignored, and the focus and the width stay. */
  busy?: boolean;
  /** The action is not available for a moment: looks disabled and ignores clicks, but keeps its focus. */
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
    // Not `disabled`, which would drop the focus.
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

/** The class names of a button, also for links. */
export function buttonClass(look: ButtonLook = "plain"): string {
  return `button button-${look}`;
}
