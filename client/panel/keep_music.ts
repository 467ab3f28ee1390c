// The question that comes before a step that ends the music of this tab.
import { useBlocker } from "@tanstack/react-router";
import { type PanelServices, usePanel } from "./services.ts";

type MusicServices = Pick<PanelServices, "confirmation" | "speaker">;

/** Whether this tab plays the cafe's music, and is heard. */
export function isMusicHere({ speaker }: MusicServices): boolean {
  return speaker.current()?.isHeard() ?? false;
}

/** Resolves to whether the step may be taken: nothing is heard from this tab, or a person has confirmed it. */
export async function mayEndMusic(services: MusicServices): Promise<boolean> {
  if (!isMusicHere(services)) return true;
  const confirmed = await services.confirmation.ask({
    title: "Müzik bu sekmede çalıyor. Durdurulsun mu?",
    text: "Buradan çıkarsanız müzik susar. Oynatıcıyı açıp yeniden başlatabilirsiniz.",
    action: "Müziği durdur",
    danger: true,
  });
  // It is asked once.
  if (confirmed) services.speaker.current()?.leave();
  return confirmed;
}

/** For the frame in which the music goes on while its screens change: asks before the frame is left. */
export function useKeptMusic(): void {
  const services = usePanel();
  useBlocker({
    // Without a login the music has ended already.
    shouldBlockFn: async ({ next }) =>
      !next.routeId.startsWith("/_owner") && services.session.isStillLoggedIn() &&
      !await mayEndMusic(services),
    enableBeforeUnload: false,
  });
}
