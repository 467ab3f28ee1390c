// The part of a provider that connects a cafe's account (docs/music.md#connecting).

export interface Connecting {
  status(ownerId: string): Promise<ConnectionStatus>;
  /** Returns the address of the consent page. `browser` is a secret of the browser that starts. */
  start(ownerId: string, browser: string): Promise<string>;
  /**
   * Connects the account that the browser came back from with `parameters`, and returns the owner's id.
   * @throws ConnectError unless it is the first return of an attempt that this browser started
   */
  finish(parameters: URLSearchParams, browser: string | undefined): Promise<string>;
  /** Forgets the owner's grant, and releases a play that can no longer be asked about. */
  disconnect(ownerId: string): Promise<void>;
}

/** Whether the account can be used, as far as is known without a call. `until` is when the consent ends (epoch ms). */
export type ConnectionStatus =
  | { connected: true; until: number; endsSoon: boolean }
  | { connected: false; reason: "never_connected" | "consent_ended" };
