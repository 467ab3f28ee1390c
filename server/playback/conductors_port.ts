// What the rest of the server asks of the conductors (docs/conductor.md).
import type { BackgroundJob } from "../background.ts";

export interface Conductors {
  /** Acts for the cafes whose conductors are on, until it is stopped. */
  start(): BackgroundJob;
  /**
   * Takes in what a call has changed, at once if this instance acts for the cafe or may begin to. Waits a short time for
   * what that causes.
   */
  changed(ownerId: string): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** The owner's dashboard is open. */
  watch(ownerId: string): void;
}
