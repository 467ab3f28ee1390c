// Tunes of Kedili Pencere.
import { box, disc, line, ring, together } from "../file/shapes.ts";
import type { Tune } from "./tune.ts";

const WINDOW = { artist: "Kedili Pencere", album: "Öğleden Sonra" };

/** A slow tune in C major. */
export const KEDI_UYKUSU: Tune = {
  ...WINDOW,
  title: "Kedi Uykusu",
  tempo: 80,
  barLength: 8,
  swing: 0.2,
  chords: "Cmaj7 Am7 Fmaj7 Fm6 | Em7 A7 Dm7 G7 | Cmaj7",
  melody: [{
    by: "strings",
    notes: `e4:2 g4:1 b4:1 d5:3 b4:1 | c5:3 b4:1 a4:2 e4:2 | a4:2 c5:1 e5:1 g5:3 e5:1
      | f5:3 d5:1 c5:2 ab4:2`,
  }, {
    by: "piano",
    notes: `g4:2 b4:1 d5:1 e5:2 d5:2 | c#5:3 bb4:1 a4:2 g4:2`,
  }, {
    by: "strings",
    notes: `f4:1 a4:1 c5:1 e5:1 d5:4 | b4:2 a4:1 g4:1 f4:2 d4:2 | f4>e4:8`,
  }],
  bass: "1....5..",
  chordsBy: "piano",
  comping: "x...x.x.",
  drums: "s...s.t.",
  cover: {
    ground: "#3b2a4a",
    layers: [
      [box(14, 10, 72, 66, 3), "#f0b77a"],
      [disc(66, 32, 10), "#fbe6b8"],
      [together(box(48.5, 10, 3, 66), box(14, 42, 72, 3)), "#5a3f63"],
      [box(8, 76, 84, 7, 2), "#6f4f73"],
      [ring(62, 68, 10, 5), "#1d1724"],
      [disc(50, 64, 15), "#1d1724"],
      [disc(30, 66, 10), "#1d1724"],
      [together(line(25, 60, 24, 56, 5), line(34, 60, 35, 56, 5)), "#1d1724"],
      [together(line(25, 67, 28, 67, 1), line(32, 67, 35, 67, 1)), "#e9b44c"],
      [box(0, 83, 100, 17), "#2c1f38"],
    ],
  },
};

/** In the makam kürdi on E. */
export const INCIR_GOLGESI: Tune = {
  ...WINDOW,
  title: "İncir Gölgesi",
  tempo: 96,
  barLength: 8,
  swing: 0.1,
  chords: "Em7 | Am7 G6 Fmaj7 Em7 | Am7 Dm7 G6 Fmaj7 | Em7",
  melody: [{
    by: "strings",
    notes: `-:6 b4:1 d5:1 | f5>e5:3 d5:1 c5:2 a4:2 | d5:3 c5:1 b4:2 g4:2 | c5:2 a4:1 c5:1 e5:2 c5:2
      | c5>b4:5 -:1 b4:1 d5:1`,
  }, {
    by: "piano",
    notes: `e5:2 g5:2 e5:1 d5:1 c5:2 | f5:3 e5:1 d5:2 a4:2 | d5:2 b4:1 d5:1 b4:2 g4:2`,
  }, {
    by: "strings",
    notes: `a4:2 g4:1 f4:1 a4:2 g4:1 f4:1 | f4>e4:8`,
  }],
  bass: "1..1..5.",
  chordsBy: "piano",
  comping: ".x..x.x.",
  drums: "d..kd.kt",
  cover: {
    ground: "#dfe3b4",
    layers: [
      [disc(76, 22, 12), "#f2b33d"],
      [together(disc(34, 38, 17), disc(56, 32, 17), disc(26, 58, 15)), "#4f6b34"],
      [together(disc(60, 54, 16), disc(42, 54, 18)), "#3d5629"],
      [line(43, 62, 46, 100, 5), "#6b4a2e"],
      [disc(66, 76, 14), "#5b2a52"],
      [line(66, 66, 63, 56, 4), "#5b2a52"],
      [disc(61, 72, 3.5), "#80457a"],
      [disc(24, 82, 11), "#6d3565"],
      [line(24, 74, 26, 66, 3), "#6d3565"],
    ],
  },
};
