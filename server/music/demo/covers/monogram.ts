// A motif of the song's initial.
import type { Song } from "../song.ts";
import type { Chance } from "../chance.ts";
import { lightness, type Palette } from "./palette.ts";
import { circle, FOOT, path, rect, SIDE } from "./shapes.ts";
import { escaped, SERIF } from "./sleeve_text.ts";

/** The title's initial over the artist's colours. */
export function monogram({ ground, ink, colours }: Palette, chance: Chance, song: Song): string {
  const [wall, disc] = chance.shuffled(colours) as [string, string];
  const [middle, half] = [SIDE / 2, FOOT / 2];
  const back = chance.pick([
    circle(middle, half, 216, wall) + circle(middle, half, 178, disc),
    rect(0, 0, middle, FOOT, wall) + circle(middle, half, 190, disc),
    path(`M 0 ${FOOT} A ${middle} ${middle} 0 0 1 ${SIDE} ${FOOT} Z`, wall) +
    circle(middle, half, 176, disc),
    path(`M 0 0 H ${SIDE} L 0 ${FOOT} Z`, wall) + circle(middle, half, 176, disc),
  ]);
  const apart = (colour: string) => Math.abs(lightness(colour) - lightness(disc));
  const [face, shadow] = apart(ink) > apart(ground) ? [ink, ground] : [ground, ink];
  const letter = [...song.title].find((c) => /\p{L}/u.test(c)) ?? song.title.charAt(0);
  return back +
    [[7, shadow], [0, face]].map(([shift, fill]) =>
      `<text x="${middle + Number(shift)}" y="${
        half + 118 + Number(shift)
      }" text-anchor="middle" ` +
      `font-family="${SERIF}" font-size="330" font-weight="700" fill="${fill}">${
        escaped(letter.toLocaleUpperCase("tr"))
      }</text>`
    ).join("");
}
