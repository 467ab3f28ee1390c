// Runs what mostly waits several times at once.

/** Does `work` for 0 to `count` - 1, `width` of them at a time. @throws what the first that fails throws, after all have ended */
export async function sideBySide(
  count: number,
  width: number,
  work: (n: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed = false;
  const lane = async () => {
    try {
      while (!failed && next < count) await work(next++);
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: width }, lane));
  for (const lane of lanes) if (lane.status === "rejected") throw lane.reason;
}
