// Keeps 'e-posta' on one line in the panel, which browsers break at its hyphen. The text itself stays plain, for search and copying.
import { Fragment, type ReactNode } from "react";

/** `text`, in which each word with 'e-posta' moves to the next line as a whole. */
export function wholeWords(text: string): ReactNode {
  return text.split(/(\S*e-posta\S*)/i).map((part, i) =>
    i % 2 === 0
      ? <Fragment key={i}>{part}</Fragment>
      : <span key={i} className="whole-word">{part}</span>
  );
}
