// A small sign that the page has lost its connection and may be out of date.
import { Icon } from "./Icon.tsx";

interface OfflineSignProps {
  offline: boolean;
  text: string;
  /** What screen readers say besides. */
  more: string;
}

export function OfflineSign({ offline, text, more }: OfflineSignProps) {
  return (
    <p className="offline" role="status">
      {offline && (
        <>
          <Icon name="offline" /> {text}
          <span className="visually-hidden">, {more}</span>
        </>
      )}
    </p>
  );
}
