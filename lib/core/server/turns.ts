// Next evaluates modules once for pages and once for route handlers; turns belong to the process.
const place = globalThis as typeof globalThis & { tesseraTurns?: Map<string, Set<string>> };
place.tesseraTurns ??= new Map();
const turns = place.tesseraTurns;

/**
 * Runs work that takes much memory or time: at most `most` of a kind at once in this process, and one per user. Null if
 * no turn is free: nothing waits, since waiting work would also use memory.
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
