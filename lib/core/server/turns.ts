// Next evaluates modules once for pages and once for route handlers; turns belong to the process.
const place = globalThis as typeof globalThis & { tesseraTurns?: Map<string, Set<string>> };
place.tesseraTurns ??= new Map();
const turns = place.tesseraTurns;

/**
 * Does work that takes much memory or time: at most `most` pieces of a kind at once in this process, and one for each
 * person. Null when there is no turn: nobody waits, since what waits would hold memory as well.
 */
export async function inTurn<T>(kind: string, person: string, most: number, work: () => Promise<T>): Promise<T | null> {
  const people = turns.get(kind) ?? new Set();
  turns.set(kind, people);
  if (people.has(person) || people.size >= most) return null;
  people.add(person);
  try {
    return await work();
  } finally {
    people.delete(person);
  }
}
