// The tunes that a fresh machine can play.
import type { Tune } from "./score.ts";
import { box, disc, line, ring, sea, together } from "./tune_file.ts";

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

export const TUNES: readonly Tune[] = [
  SABAH_CAYI,
  VAPUR_DUDUGU,
  YAGMURDA_TRAMVAY,
  KEDI_UYKUSU,
  SON_DOLMUS,
  INCIR_GOLGESI,
];
