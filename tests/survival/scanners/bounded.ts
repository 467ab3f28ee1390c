// The regular expressions that take quadratic time and whose input is too short for that to matter.

/** Each expression with what bounds its input. */
export const BOUNDED: Record<string, string> = {
  "\\/+$": "a URL that the operator has configured",
  "\\s+[-–]\\s+": "the name of a file, at most 255 bytes",
  "\\s(feat|ft|featuring)\\.?\\s.*$": "a song's title, at most 300 characters",
  "[.\\s]+$": "the name of a file that is added, which is cut off before",
  "\\(\\)=>(\\{let\\{\\w+:\\w+\\}=await )?import\\((`\\.\\/[^`]+`)\\)(?!\\.then)":
    "the client's own script, when it is built",
  "(?<!\\.)\\btexts\\.(\\w+)": "the client's own script, when it is built",
  "(\\S*e-posta\\S*)": "a sentence of the product's own",
  "^₺\\s*|\\s*(?:₺|TL)$": "an amount that a person types, in that person's browser",
  "\\d+$": "a table's label, at most 40 characters",
  "^\\S+@\\S+$": "the operator's contact, from the configuration",
};
