// The forms of a letter, from its words to what is sent.

/** A heading of a letter with rows of two cells. */
export interface LetterSection {
  title: string;
  rows: [what: string, value: string][];
}

/** The parts of a letter: paragraphs, and between them at most one code or link, and sections. */
export interface LetterParts {
  subject: string;
  before: string[];
  code?: string;
  link?: { label: string; url: string };
  /** Those without a row are left out. */
  sections?: LetterSection[];
  after: string[];
}

/** A letter in the two forms that mail programs show. */
export interface LetterText {
  subject: string;
  text: string;
  html: string;
}

export interface Mail extends LetterText {
  /** The letter's id, the same at every attempt. */
  id: string;
  to: string;
  /** When the letter was written, in epoch ms. */
  writtenAt: number;
}

/** Sends one letter. Rejects if it was not sent, or may not have been. */
export type Post = (mail: Mail) => Promise<void>;
