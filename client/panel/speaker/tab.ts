// This browser tab, as the server knows it, and whether it was the player before it was loaded again.

const TAB = "siradaki.speaker.tab";
const ON = "siradaki.speaker.on";

export interface Tab {
  /** The same after the page was loaded again in this tab. */
  readonly id: string;
  /** Takes another id: a tab that the browser has duplicated has this one too. */
  renew(): void;
  wasOn(): boolean;
  remember(isOn: boolean): void;
}

/** `storage` is the tab's own. */
export function createTab(storage: Storage): Tab {
  let id = storage.getItem(TAB) ?? randomId();
  storage.setItem(TAB, id);
  return {
    get id() {
      return id;
    },
    renew: () => storage.setItem(TAB, id = randomId()),
    wasOn: () => storage.getItem(ON) !== null,
    remember: (isOn) => isOn ? storage.setItem(ON, "1") : storage.removeItem(ON),
  };
}

/** Not `randomUUID`, which browsers have over https only. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
