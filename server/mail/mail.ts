// What a letter is on its way from words to post.

/** What a letter is made of: paragraphs, and at most one code or link that stands apart. */
export interface LetterParts {
  subject: string;
  before: string[];
  code?: string;
  link?: { label: string; url: string };
  after: string[];
}

/** The same in the two forms that mail programs show. */
export interface LetterText {
  subject: string;
  text: string;
  html: string;
}

export interface Mail extends LetterText {
  /** The letter's id: the same at every attempt. */
  id: string;
  to: string;
  /** When the letter was written, epoch ms. */
  writtenAt: number;
}

/** Sends one letter. Rejects where it did not go out, or may not have. */
export type Post = (mail: Mail) => Promise<void>;
