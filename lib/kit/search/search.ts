import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import type { ProgramFeature } from '../../access/policy/program-features';
import { settingPlaceOf } from '../../access/policy/setting-place';
import { settingColumn } from '../../access/settings/setting-value';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { type Ask, type Candidate, candidateRow, RANK } from './at-places';
import { beginnings, familiesOf, particular, similarWords, withWords, wordsWithin } from './candidates';
import type { SearchKind } from './kinds';
import { kindsFor } from './kinds-for';
import { placesOf } from './places';
import { readResults } from './results';
import type { SearchResult } from './search-result';
import type { SearchKinds } from './searchable';
import { similarReadings } from './similar-words';
import { lengthOf, readSought, withoutCardNumber } from './sought';

export interface SearchGroup {
  kind: SearchKind;
  results: SearchResult[];
  /** Whether there are further results: the user should narrow the search (C5.017). */
  hasMore: boolean;
}

export type Searched =
  | { state: 'too short'; least: number }
  | { state: 'found'; groups: SearchGroup[]; isSimilar: boolean };

interface SearchRequest {
  text: string;
  /** All that the principal may see, by default. */
  kinds?: readonly SearchKind[] | undefined;
  features?: ReadonlySet<ProgramFeature>;
  limit: number;
}

const MOST_CHARACTERS = 100;
/** With fewer results than this, similar words are searched too. */
const ENOUGH = 3;
const PATIENCE = '2s';
/** Two swapped letters leave a word of seven so similar to itself. */
const SIMILARITY = '0.2';

const searchedRow = z.strictObject({ folded: z.string(), least: z.number(), set_config: z.string() });

/**
 * Normalizes the search text by the database's own function, and returns the minimum length of a search, as set by the
 * principal's company or issuer (C5.015, C5.016, C9.008).
 */
async function prepare(tx: Transaction, principal: Principal, typed: string) {
  const { issuerId, companyId } = settingPlaceOf(principal);
  const [issuer, company] = [Prisma.sql`${issuerId}::uuid`, Prisma.sql`${companyId}::uuid`];
  const [row] = await readRows(tx, searchedRow)`
    SELECT searchable(${typed}) AS folded, ${settingColumn('search.minimum.characters', issuer, company)} AS least,
      -- A word that is frequent elsewhere but rare here must not lead to reading a whole table.
      set_config('enable_seqscan', 'off', TRUE), set_config('statement_timeout', ${PATIENCE}, TRUE),
      set_config('pg_trgm.similarity_threshold', ${SIMILARITY}, TRUE)`;
  return row as z.infer<typeof searchedRow>;
}

/**
 * The records that match a search text and that the principal sees (C2.006), best first: exact numbers, prefixes, word
 * prefixes, and similar words. `limit` is per kind. Kinds that need a feature of the programme are looked for only if
 * `features` has it.
 */
export function search(
  searchable: SearchKinds,
  principal: Principal,
  { text, kinds, features, limit }: SearchRequest
): Promise<Searched> {
  const typed = withoutCardNumber(
    text
      .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
      .normalize('NFC')
      .trim()
  ).slice(0, MOST_CHARACTERS);
  return transaction(async (tx) => {
    const { least, folded } = await prepare(tx, principal, typed);
    if (lengthOf(typed) < least) return { state: 'too short', least };
    const asked = kindsFor(searchable, principal, features).filter((kind) => kinds?.includes(kind) ?? true);
    const [sought, places] = [readSought(typed, folded), await placesOf(tx, principal)];
    const ask: Ask = { principal, places, sought, limit: limit + 1 };
    const candidates = new Found(ask.limit);
    if (sought.words.length > 0) await find(tx, searchable, ask, asked, candidates);
    const results = await readResults(
      tx,
      searchable,
      principal,
      asked.flatMap((kind) => candidates.of(kind).slice(0, limit))
    );
    const groups = asked
      .map((kind) => ({
        kind,
        results: results.filter((result) => result.kind === kind),
        hasMore: candidates.of(kind).length > limit
      }))
      .filter((group) => group.results.length > 0);
    return { state: 'found', groups, isSimilar: candidates.size > 0 && candidates.bestRank >= RANK.similar };
  });
}

/** Searches in stages, cheapest first, while more results are wanted. */
async function find(
  tx: Transaction,
  searchable: SearchKinds,
  ask: Ask,
  kinds: readonly SearchKind[],
  found: Found
): Promise<void> {
  const families = familiesOf(searchable, kinds);
  const worded = withWords(families);
  found.add(await run(tx, [...particular(ask, families), ...beginnings(ask, worded)]));
  const open = kinds.filter((kind) => !found.isFull(kind));
  found.add(await run(tx, wordsWithin(ask, withWords(familiesOf(searchable, open)))));
  if (found.size >= ENOUGH) return;
  const { issuerIds, companies } = ask.places;
  const issuers = [...new Set([...issuerIds, ...companies.map(({ issuerId }) => issuerId)])];
  for (const [nth, reading] of (await similarReadings(tx, issuers, ask.sought)).entries()) {
    found.add(await run(tx, similarWords(ask, worded, reading, RANK.similar + nth)));
    if (found.size >= ENOUGH) return;
  }
}

async function run(tx: Transaction, parts: Prisma.Sql[]): Promise<Candidate[]> {
  return parts.length === 0 ? [] : readRows(tx, candidateRow)(Prisma.join(parts, ' UNION ALL '));
}

/** The candidates by kind, each once at its best rank, best first. */
class Found {
  private readonly byId = new Map<string, Candidate>();

  constructor(private readonly limit: number) {}

  add(candidates: readonly Candidate[]): void {
    for (const candidate of candidates) {
      const key = `${candidate.kind}/${candidate.issuerId}/${candidate.id}`;
      const present = this.byId.get(key);
      if (!present || candidate.rank < present.rank) this.byId.set(key, candidate);
    }
  }

  of(kind: SearchKind): Candidate[] {
    const order = (candidate: Candidate) => `${candidate.rank}${candidate.text}\0${candidate.id}`;
    return [...this.byId.values()]
      .filter((candidate) => candidate.kind === kind)
      .sort((a, b) => (order(a) < order(b) ? -1 : 1))
      .slice(0, this.limit);
  }

  isFull = (kind: SearchKind) => this.of(kind).length >= this.limit;

  get size(): number {
    return this.byId.size;
  }

  get bestRank(): number {
    return Math.min(...[...this.byId.values()].map(({ rank }) => rank));
  }
}
