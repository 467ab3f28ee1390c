// An album cover, never cropped, or a drawn record if there is none.
import { useState } from "react";

interface CoverProps {
  /** The image's address, or '' if there is none. */
  src: string;
  size?: "small" | "large";
}

const PIXELS = { small: 56, large: 96 } as const;

/** Hidden from screen readers: the song's title is beside it. */
export function Cover({ src, size = "small" }: CoverProps) {
  const [failed, setFailed] = useState("");
  const side = PIXELS[size];
  if (src === "" || failed === src) {
    return (
      <svg
        className={`cover cover-${size}`}
        viewBox="0 0 56 56"
        width={side}
        height={side}
        aria-hidden="true"
      >
        <circle className="cover-record" cx="28" cy="28" r="19" />
        <circle className="cover-groove" cx="28" cy="28" r="13" />
        <circle className="cover-label" cx="28" cy="28" r="5.5" />
      </svg>
    );
  }
  return (
    <img
      className={`cover cover-${size}`}
      src={src}
      alt=""
      width={side}
      height={side}
      decoding="async"
      // An image that failed before hydration fires no event.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setFailed(src);
      }}
      onError={() => setFailed(src)}
    />
  );
}

// The address of a cover in the size in which it is shown. Pure.

/** Spotify has each cover in three sizes, whose addresses differ in these digits. */
const SPOTIFY_COVER = /^(https:\/\/i\.scdn\.co\/image\/ab67616d)0000(?:b273|1e02|4851)/;
const SPOTIFY_SIZES = { 64: "00004851", 300: "00001e02" };

/** The cover's address with `px` pixels on each side, or `src` if its service has no such sizes. */
export function sizedCover(src: string, px: keyof typeof SPOTIFY_SIZES): string {
  return src.replace(SPOTIFY_COVER, (_, start) => start + SPOTIFY_SIZES[px]);
}
