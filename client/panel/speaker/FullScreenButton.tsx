// Shows the display on the whole screen, and as it was before.
import { type RefObject, useEffect, useState } from "react";
import { Button } from "../../components/Button.tsx";

/** Nothing where the browser has no full screen, as on an iPhone. */
export function FullScreenButton({ element }: { element: RefObject<HTMLElement | null> }) {
  const [isWhole, setIsWhole] = useState(false);
  useEffect(() => {
    const look = () => setIsWhole(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", look);
    return () => document.removeEventListener("fullscreenchange", look);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const toggle = async () => {
    // A browser may refuse. The display stays as it is.
    await (isWhole ? document.exitFullscreen() : element.current?.requestFullscreen())
      ?.catch(() => {});
  };
  return (
    <Button icon="expand" onClick={() => void toggle()}>
      {isWhole ? "Tam ekrandan çık" : "Tam ekran"}
    </Button>
  );
}
