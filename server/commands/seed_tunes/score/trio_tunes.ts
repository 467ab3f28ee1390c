// Tunes of the Islak Şemsiye Üçlüsü.
import { box, disc, line, sea, together } from "../file/shapes.ts";
import type { Tune } from "./tune.ts";

const TRIO = { artist: "Islak Şemsiye Üçlüsü", album: "Kaldırım Taşları" };

/** A waltz in F major, with swing. */
export const YAGMURDA_TRAMVAY: Tune = {
  ...TRIO,
  title: "Yağmurda Tramvay",
  tempo: 128,
  barLength: 6,
  swing: 0.3,
  chords: `Fmaj7 Dm7 Gm7 C7 | Am7 Dm7 Gm7 C7 | Fmaj7 F7 Bbmaj7 Bbm6 | Am7 D7 Gm7 C7 | F6`,
  melody: [{
    by: "piano",
    notes: `c5:2 a4:1 c5:1 e5:2 | d5:3 c5:1 a4:2 | bb4:2 g4:1 bb4:1 d5:2 | c5:3 bb4:1 g4:2
      | g4:1 a4:1 c5:2 e5:2 | f5:3 e5:1 d5:2 | d5:1 c5:1 bb4:2 g4:2 | e4:2 g4:1 bb4:1 a4:2`,
  }, {
    by: "strings",
    notes: `c5:2 a4:1 c5:1 e5:2 | eb5:3 c5:1 a4:2 | d5:2 f5:2 a5:2 | g5:3 f5:1 db5:2`,
  }, {
    by: "piano",
    notes: `c5:2 e5:1 d5:1 c5:2 | f#4:1 a4:1 c5:2 eb5:1 d5:1 | d5:2 bb4:1 a4:1 g4:2
      | e4:1 g4:1 bb4:1 a4:1 g4:2 | g4>f4:6`,
  }],
  bass: "1...5.",
  chordsBy: "strings",
  comping: "..x.x.",
  drums: "s.t.tt",
  cover: {
    ground: "#24434a",
    layers: [
      [together(...[8, 26, 44, 62, 80, 98].map((x) => line(x, 4, x - 9, 30, 1))), "#6d9199"],
      [together(...[14, 32, 50, 68, 86].map((x) => line(x, 30, x - 9, 56, 1))), "#517780"],
      [line(50, 34, 62, 16, 1.5), "#1b1a1d"],
      [box(16, 34, 68, 44, 7), "#b5301f"],
      [box(16, 58, 68, 6), "#f8e3c9"],
      [together(...[22, 42, 62].map((x) => box(x, 41, 16, 13, 2))), "#f6cf7a"],
      [disc(50, 71, 4), "#fff6dc"],
      [together(disc(32, 79, 5), disc(68, 79, 5)), "#1b1a1d"],
      [sea(85, 0.6, 9), "#182d33"],
    ],
  },
};

/** A dance in nine eighths, 2 + 2 + 2 + 3, in the makam hicaz on A. */
export const SON_DOLMUS: Tune = {
  ...TRIO,
  title: "Son Dolmuş",
  tempo: 132,
  barLength: 9,
  swing: 0,
  chords: "A | A A Dm A | Gm A Dm Gm | A A | A",
  melody: [{
    by: "strings",
    notes: `-:9 | a4:2 bb4:2 c#5:2 d5:1 c#5:1 bb4:1 | c#5:2 bb4:1 a4:1 bb4:2 bb4>a4:3
      | d5:2 e5:2 f5:2 e5:1 d5:1 c#5:1 | e5:2 d5:1 c#5:1 d5:2 d5>c#5:3`,
  }, {
    by: "piano",
    notes: `bb4:2 d5:2 g5:2 f5:1 e5:1 d5:1 | c#5:2 e5:1 d5:1 c#5:2 e5:3
      | f5:2 e5:1 d5:1 e5:2 f5:1 e5:1 d5:1 | g5:1 f5:1 e5:1 d5:1 bb4:2 d5:3`,
  }, {
    by: "strings",
    notes:
      `bb4:1 c#5:1 d5:1 c#5:1 bb4:2 a4:1 bb4:1 g4:1 | a4:1 bb4:1 c#5:1 bb4:1 a4:2 g4:1 a4:1 bb4:1
      | bb4>a4:9`,
  }],
  bass: "1.5.1.1.5",
  chordsBy: "piano",
  comping: "..x...x..",
  drums: "d.k.d.kkk",
  cover: {
    ground: "#141d33",
    layers: [
      [disc(80, 18, 8), "#f6e7c1"],
      [disc(84, 15, 7), "#141d33"],
      [box(0, 74, 100, 26), "#2b2f3a"],
      [together(...[4, 32, 60, 88].map((x) => box(x, 86, 16, 2.5, 1))), "#f3d98e"],
      [box(12, 38, 70, 38, 9), "#f0b323"],
      [together(...[20, 38, 56].map((x) => box(x, 45, 14, 12, 2))), "#cfe6ee"],
      [box(12, 61, 70, 4), "#20262b"],
      [together(disc(29, 77, 8), disc(66, 77, 8)), "#0d0f14"],
      [together(disc(29, 77, 3), disc(66, 77, 3)), "#b8bec6"],
      [disc(80, 69, 3), "#fff6dc"],
    ],
  },
};
