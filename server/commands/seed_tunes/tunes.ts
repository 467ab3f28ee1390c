// The tunes that a fresh machine can play.
import { SABAH_CAYI, VAPUR_DUDUGU } from "./score/orchestra_tunes.ts";
import { SON_DOLMUS, YAGMURDA_TRAMVAY } from "./score/trio_tunes.ts";
import type { Tune } from "./score/tune.ts";
import { INCIR_GOLGESI, KEDI_UYKUSU } from "./score/window_tunes.ts";

export const TUNES: readonly Tune[] = [
  SABAH_CAYI,
  VAPUR_DUDUGU,
  YAGMURDA_TRAMVAY,
  KEDI_UYKUSU,
  SON_DOLMUS,
  INCIR_GOLGESI,
];
