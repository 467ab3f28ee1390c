// Measures servers in turn within each round, so that what disturbs the machine disturbs all of them.

export type Rounds<Name extends string, T> = Record<Name, T[]>;

/** Calls `measure` for each of the servers in each round. Every other round goes backwards. */
export async function inRounds<Name extends string, Server, T>(
  count: number,
  servers: Record<Name, Server>,
  measure: (server: Server) => Promise<T>,
): Promise<Rounds<Name, T>> {
  const names = Object.keys(servers) as Name[];
  const rounds = Object.fromEntries(names.map((name) => [name, []])) as unknown as Rounds<Name, T>;
  for (let round = 0; round < count; round++) {
    for (const name of round % 2 ? names.toReversed() : names) {
      rounds[name].push(await measure(servers[name]));
    }
  }
  return rounds;
}
