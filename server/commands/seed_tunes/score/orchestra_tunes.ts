// Tunes of the Sıradaki Orkestrası.
import { box, disc, line, ring, sea, together } from "../file/shapes.ts";
import type { Tune } from "./tune.ts";

const ORCHESTRA = { artist: "Sıradaki Orkestrası", album: "İlk Demlik" };

/** In the makam nihavent on G, with swing. */
export const SABAH_CAYI: Tune = {
  ...ORCHESTRA,
  title: "Sabah Çayı",
  tempo: 100,
  barLength: 8,
  swing: 0.3,
  chords: "Gm7 | Gm7 Cm7 F7 Bbmaj7 | Ebmaj7 Am7b5 D7 Gm6 | Gm6",
  melody: [{
    by: "piano",
    notes: `-:4 d4:1 g4:1 a4:2
      | bb4:3 a4:1 g4:2 d4:2 | eb5:3 d5:1 c5:2 g4:2 | a4:2 c5:2 eb5:3 d5:1 | d5:5 -:1 c5:1 d5:1
      | eb5:2 d5:1 c5:1 bb4:2 g4:2 | a4:2 c5:1 eb5:1 g5:3 eb5:1`,
  }, {
    by: "strings",
    notes: `f#5:2 eb5:1 d5:1 c5:2 a4:1 f#4:1 | g4:3 a4:1 bb4:2 d5:2 | a4>g4:8`,
  }],
  bass: "1...5.1.",
  chordsBy: "strings",
  comping: "..x....x",
  drums: "s.t.s.tt",
  cover: {
    ground: "#f5e2c4",
    layers: [
      [disc(50, 54, 38), "#fffaf0"],
      [ring(50, 54, 34, 2), "#c2451e"],
      [disc(50, 54, 23), "#f3cf8e"],
      [disc(50, 54, 20), "#a8321a"],
      [disc(43, 47, 5), "#d9682f"],
      [line(66, 76, 92, 90, 3), "#8d8478"],
      [box(74, 14, 11, 11, 2), "#fffaf0"],
      [box(83, 22, 9, 9, 2), "#fffaf0"],
    ],
  },
};

/** In the makam hicaz on D, with a hand drum. */
export const VAPUR_DUDUGU: Tune = {
  ...ORCHESTRA,
  title: "Vapur Düdüğü",
  tempo: 108,
  barLength: 8,
  swing: 0,
  chords: "D | D Gm Cm7 D | D Gm Ebmaj7 Cm7 | D | D",
  melody: [{
    by: "strings",
    notes: `a4:1 bb4:1 a4:1 g4:1 f#4:2 g4:2
      | eb4>d4:2 f#4:1 g4:1 a4:3 bb4:1 | bb4:2 a4:1 g4:1 bb4:2 d5:2 | c5:2 eb5:1 d5:1 c5:3 bb4:1
      | bb4>a4:2 g4:1 a4:1 g4>f#4:4`,
  }, {
    by: "piano",
    notes: `d5:2 eb5:1 d5:1 c5:1 bb4:1 a4:2 | g4:1 a4:1 bb4:2 d5:1 c5:1 bb4:2
      | g4:2 bb4:2 eb5:2 d5:1 c5:1 | c5:2 bb4:1 g4:1 eb4:2 g4:2`,
  }, {
    by: "strings",
    notes: `a4:1 g4:1 f#4:1 eb4:1 f#4:1 g4:1 eb4:2 | eb4>d4:8`,
  }],
  bass: "1..1..5.",
  chordsBy: "piano",
  comping: "..x..x..",
  drums: "d.kd.dk.",
  cover: {
    ground: "#1c3a4a",
    layers: [
      [disc(72, 26, 13), "#f2a71c"],
      [disc(36, 20, 4), "#d9e2e3"],
      [disc(29, 15, 6), "#d9e2e3"],
      [disc(20, 12, 8), "#d9e2e3"],
      [box(38, 24, 9, 26), "#c2451e"],
      [box(38, 29, 9, 4), "#fff4e0"],
      [box(24, 44, 50, 14, 3), "#fff4e0"],
      [together(...[31, 41, 51, 61].map((x) => box(x, 48, 5, 5, 1))), "#1c3a4a"],
      [box(12, 57, 76, 20, 9), "#20262b"],
      [sea(72, 2.2, 25), "#2f7f86"],
      [sea(82, 2.2, 25, 12), "#1f6065"],
      [sea(92, 2.2, 25, 4), "#164a50"],
    ],
  },
};
