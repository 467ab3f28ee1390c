// A few soft notes, one after the other, made by the browser.

/** The delay of each note after the one before, in seconds. */
const NOTE_GAP_S = 0.14;
const FADE_S = 0.7;
/** Of 1, which is as loud as the device plays. */
const LOUDNESS = 0.15;

/** Plays notes of these frequencies, in Hz. */
export function playNotes(audio: AudioContext, hertz: readonly number[]): void {
  for (const [i, frequency] of hertz.entries()) {
    const startS = audio.currentTime + i * NOTE_GAP_S;
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setTargetAtTime(LOUDNESS, startS, 0.01);
    gain.gain.setTargetAtTime(0, startS + 0.05, FADE_S / 4);
    const note = new OscillatorNode(audio, { frequency });
    note.connect(gain).connect(audio.destination);
    note.start(startS);
    note.stop(startS + FADE_S);
  }
}
