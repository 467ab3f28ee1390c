// An audio element that does what a test says, since this process has no browser to play anything.

export class FakeAudio extends EventTarget {
  preload = "";
  paused = true;
  ended = false;
  currentTime = 0;
  duration = 200;
  volume = 1;
  error: { code: number; message: string } | null = null;
  /** Why playing is refused, if it is. */
  refusal: string | undefined;
  /** Every source that it was given. */
  sources: string[] = [];
  #src: string | null = null;

  get src(): string {
    return this.#src ?? "";
  }
  set src(address: string) {
    this.#src = address;
    this.sources.push(address);
    Object.assign(this, { currentTime: 0, paused: true, ended: false, error: null });
  }
  hasAttribute = (): boolean => this.#src !== null;
  removeAttribute = (): void => void (this.#src = null);
  load(): void {}
  pause = (): void => void (this.paused = true);
  play(): Promise<void> {
    if (this.refusal) return Promise.reject(new DOMException("no", this.refusal));
    this.paused = false;
    return Promise.resolve();
  }
  /** The song has come to `seconds`. */
  moveTo(seconds: number): void {
    this.currentTime = seconds;
    this.dispatchEvent(new Event("timeupdate"));
  }
  end(): void {
    Object.assign(this, { currentTime: this.duration, paused: true, ended: true });
    this.dispatchEvent(new Event("ended"));
  }
  /** The source cannot be played. */
  break(code: number): void {
    this.error = { code, message: "broken" };
    this.dispatchEvent(new Event("error"));
  }
}
