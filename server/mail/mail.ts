// The forms of a letter, from its words to what is sent.

/** The parts of a letter: paragraphs, and between them at most one code or link. */
export interface LetterParts {
  subject: string;
  before: string[];
  code?: string;
  link?: { label: string; url: string };
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
