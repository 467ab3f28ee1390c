// An album cover that is fetched in a size that fits, once it is near the screen. On a slow network, browsers fetch
// images with `loading="lazy"` up to 2 500 px below the screen, which is most of a long queue.
import { useEffect, useRef, useState } from "react";
import { Cover, sizedCover } from "../components/Cover.tsx";

/** How far outside the screen a cover is fetched. */
const MARGIN = "120px";

export interface LazyCoverProps {
  /** The image's address, or '' if there is none. */
  src: string;
  size?: "small" | "large";
}

/** Hidden from screen readers: the song's title is beside it. */
export function LazyCover({ src, size = "small" }: LazyCoverProps) {
  const [near, setNear] = useState(src === "");
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (near) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setNear(true);
    }, { rootMargin: MARGIN });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, [near]);
  if (near) return <Cover src={sizedCover(src, size === "small" ? 64 : 300)} size={size} />;
  return <span ref={place} className={`cover cover-${size}`} />;
}
