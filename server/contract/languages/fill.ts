// Fills in the texts of a language. Pure, without imports, so that the cafe page can have it.

/** `text` with `values` in place of `{0}`, `{1}`. */
export function fill(text: string, ...values: (string | number)[]): string {
  return text.replace(/{(\d)}/g, (_, place) => String(values[place]));
}

/** The form of a text that goes with `count` in the language `tag`: see `plural`. A text without forms is its only one. */
export function formFor(tag: string, text: string, count: number): string {
  const rule = `${new Intl.PluralRules(tag).select(count)}:`;
  const form = text.split("|").find((form) => form.startsWith(rule)) ?? text;
  return form.replace(rule, "");
}

/** The form of `text` that goes with `count`, filled with it. */
export function fillCount(tag: string, text: string, count: number): string {
  return fill(formFor(tag, text, count), count.toLocaleString(tag));
}
