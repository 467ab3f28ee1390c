// What a cafe has to play in an evening, worked out from what guests and the owner did, without the product.

export interface ExpectedSong {
  id: string;
  uri: string;
  tip: number;
  createdAt: string;
}

/** A song that began at `at` (epoch ms). `song` is undefined for what no guest asked for. */
interface Begun {
  at: number;
  uri: string;
  song?: ExpectedSong;
}

export class ExpectedQueue {
  readonly #waiting: ExpectedSong[] = [];
  /** Every song that began, in order. */
  readonly begun: Begun[] = [];
  /** What the rules do not allow. */
  readonly mistakes: string[] = [];

  /** `isExcused`: whether a fault or a person explains what happened at this time (epoch ms). */
  constructor(private readonly isExcused: (at: number) => boolean) {}

  approve(song: ExpectedSong): void {
    this.#waiting.push(song);
  }

  remove(id: string): void {
    const at = this.#waiting.findIndex((song) => song.id === id);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  /** The song that has to be next: the highest tip, then the earliest request. */
  first(): ExpectedSong | undefined {
    return this.#waiting.toSorted((a, b) =>
      b.tip - a.tip || a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id)
    )[0];
  }

  /** A song began. It is the first of the queue, or the queue is empty, unless something explains it. */
  begin(uri: string, at: number): void {
    const first = this.first();
    const last = this.begun.at(-1);
    if (first?.uri === uri) {
      this.remove(first.id);
      this.begun.push({ at, uri, song: first });
    } else if (last?.song && last.uri === uri && this.isExcused(at)) {
      // A song without sound was ordered once more.
    } else {
      if (first && !this.isExcused(at)) {
        this.mistakes.push(`${uri} before ${first.uri}, at ${new Date(at).toISOString()}`);
      }
      if (this.begun.some(({ song }) => song?.uri === uri)) this.mistakes.push(`${uri} once more`);
      this.begun.push({ at, uri });
    }
  }

  /** The guests' songs that were cut off before `lengthOf` (ms) less 2 seconds, and that nothing explains. */
  cutShort(lengthOf: (uri: string) => number): string[] {
    return this.begun.flatMap(({ at, uri, song }, i) => {
      const next = this.begun[i + 1];
      const isCut = song && next && next.at - at < lengthOf(uri) - 2_000;
      return isCut && !this.isExcused(next.at) ? [`${uri} after ${next.at - at} ms`] : [];
    });
  }
}
