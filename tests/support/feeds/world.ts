import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { cardNumberHash } from '@/lib/directory/structure/card-number';
import { bringFeed } from '@/lib/money/feeds/bring-feed';
import { type Feed, feedTotals, seenFeed } from '@/lib/money/feeds/feeds';
import { layoutSchema } from '@/lib/money/feeds/mapping';
import { createMapping } from '@/lib/money/feeds/mappings';
import { startWaitingFeeds } from '@/lib/money/feeds/waiting-feeds';
import { aCardNumber } from '../card-numbers';
import type { TestDatabase } from '../database';
import { working } from '../jobs';
import { ORIGIN } from '../module-world';
import { aPrincipalAt } from '../principal';
import { granted } from '../results';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../structure';
import { until } from '../until';

/** A layout as most files have it: a comma, headings, ISO dates. */
export const PLAIN = {
  format: 'delimited',
  headings: true,
  account: 'card_number',
  fields: {
    cardNumber: ['Card'],
    sourceReference: ['Reference'],
    postingDate: ['Posted'],
    amount: ['Amount'],
    currency: ['Currency'],
    merchantName: ['Merchant'],
    merchantCategoryCode: ['MCC']
  }
};
export const PLAIN_HEADINGS = 'Card,Reference,Posted,Amount,Currency,Merchant,MCC';
/** Today, as the lines of a feed write it. */
export const TODAY = new Date().toISOString().slice(0, 10);

/** A file of the plain layout, of these lines. */
export const plainFile = (lines: readonly string[]): string => [PLAIN_HEADINGS, ...lines, ''].join('\n');

export interface Card {
  number: string;
  account: StructureNode;
}

export interface FeedWorld {
  database: TestDatabase;
  issuer: StructureNode;
  company: StructureNode;
  principal: Principal;
  cards: Card[];
}

/** An account that a card number leads to. */
export async function aCard(
  database: TestDatabase,
  parent: StructureNode,
  { name, number = aCardNumber(), currency }: { name?: string; number?: string; currency?: string } = {}
): Promise<Card> {
  const account = await anAccount(database, parent, { name, currency, lastFour: number.slice(-4) });
  await database.query('UPDATE accounts SET card_number_hash = $2 WHERE id = $1', [
    account.id,
    Buffer.from(cardNumberHash(number))
  ]);
  return { number, account };
}

/** An issuer with a company, some cards, and who brings its feeds. */
export async function aFeedWorld(database: TestDatabase, cards = 3): Promise<FeedWorld> {
  const issuer = await anIssuer(database);
  const company = await aCompany(database, issuer);
  const made: Card[] = [];
  for (let count = 0; count < cards; count++) made.push(await aCard(database, company));
  return { database, issuer, company, cards: made, principal: await aPrincipalAt(database, 'I', issuer) };
}

let mappings = 0;

/** A saved mapping; its id. */
export async function aMapping({ principal }: Pick<FeedWorld, 'principal'>, layout: object = PLAIN): Promise<string> {
  const entry = { name: `Mapping ${++mappings}`, layout: layoutSchema.parse(layout), active: true };
  return granted(await createMapping(principal, entry, ORIGIN));
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** Brings a file; the feed's id, or the code of the refusal. */
export async function brought(
  { principal }: Pick<FeedWorld, 'principal'>,
  mappingId: string,
  content: string | Buffer,
  name = 'feed.csv'
): Promise<string> {
  const chunks = chunksOf(Buffer.from(content as string));
  const result = await bringFeed(principal, { mappingId, source: 'upload', name, chunks }, ORIGIN);
  return result.ok ? result.value : result.refusal.code;
}

/** Works on jobs until a feed has ended. */
export async function ended({ principal }: Pick<FeedWorld, 'principal'>, feedId: string): Promise<Feed> {
  return working(jobHandlers, () =>
    until(async () => {
      await startWaitingFeeds();
      const feed = (await seenFeed(principal, feedId)) as Feed;
      return feed.finishedAt && feed;
    })
  );
}

/** Brings a file and has it imported. */
export const imported = async (world: Pick<FeedWorld, 'principal'>, mappingId: string, content: string | Buffer) =>
  ended(world, await brought(world, mappingId, content));

/** The outcome of a feed, as `booked EUR 2 +100.0000 -5.0000`. */
export const totalsOf = async ({ principal }: Pick<FeedWorld, 'principal'>, { id }: Pick<Feed, 'id'>) =>
  (await feedTotals(principal, id)).map(
    ({ outcome, currency, rows, debit, credit }) =>
      `${outcome} ${currency || '–'} ${rows} +${Number(debit)} -${Number(credit)}`
  );

/** The rejected rows of a feed, as `3 amount.invalid amount`. */
export const rejectsOf = async ({ database }: Pick<FeedWorld, 'database'>, { id }: Pick<Feed, 'id'>) =>
  (
    await database.query<{ text: string }>(
      "SELECT concat_ws(' ', row, reason, reasons -> 0 ->> 'field') AS text FROM feed_rejects WHERE feed_id = $1 AND state = 'open' ORDER BY row",
      [id]
    )
  ).map(({ text }) => text);

/** The booked transactions of an issuer, ordered by reference. */
export const bookedIn = ({ database, issuer }: Pick<FeedWorld, 'database' | 'issuer'>) =>
  database.query<Record<string, string | null>>(
    `SELECT source_reference AS reference, type::text, transaction_date::text AS made, posting_date::text AS posted,
       trim_scale(amount)::text AS amount, currency, trim_scale(billed_amount)::text AS billed, billed_currency AS "billedCurrency",
       trim_scale(conversion_rate)::text AS rate, merchant_id AS "merchantId", merchant_name AS merchant, merchant_city AS city,
       merchant_region AS region, merchant_country AS country, merchant_category_code AS category,
       trim_scale(tax_amount)::text AS tax, customer_code AS customer, purpose, account_id AS account, state::text
     FROM transactions WHERE issuer_id = $1 ORDER BY source_reference`,
    [issuer.id]
  );
