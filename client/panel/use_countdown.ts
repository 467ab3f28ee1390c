// Counts down seconds by the clock.
import { useEffect, useState } from "react";

/**
 * Returns the seconds that are left until `end` (epoch ms) and a function that starts a new countdown. Each tick reads
 * the clock: the timers of a page in the background are slowed down while the user reads the letter.
 */
export function useCountdown(end: number): [leftS: number, start: (seconds: number) => void] {
  const [time, setTime] = useState(() => ({ end, now: Date.now() }));
  const leftS = Math.max(0, Math.ceil((time.end - time.now) / 1000));
  const running = leftS > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setTime(({ end }) => ({ end, now: Date.now() })), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return [leftS, (seconds) => setTime({ end: Date.now() + seconds * 1000, now: Date.now() })];
}
