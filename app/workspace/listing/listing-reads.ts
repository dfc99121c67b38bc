import { setTimeout } from 'node:timers/promises';
import type { ReactNode } from 'react';
import type { Principal } from '@/lib/access/policy/principal';
import type { Listing } from '@/lib/kit/listing/listing';
import { type ListTotals, listPage, listTotals, type Page, type Row } from '@/lib/kit/listing/page';
import type { ListQuery } from '@/lib/kit/listing/query';
import { listTabs, type SeenTab } from '@/lib/kit/listing/tabs';
import type { Beside } from './listing-panel';
import { columnsRead } from './listing-shape';

/** A page of rows, with the content beside their names by id. */
export interface MarkedPage extends Page {
  marked: ReadonlyMap<string, ReactNode> | undefined;
}

/** What a list reads; each part of the page awaits its own. */
export interface ListReads {
  page: Promise<MarkedPage>;
  totals: Promise<ListTotals>;
  tabs: Promise<SeenTab[]>;
  record: Promise<Beside | null>;
  /** Which of them were answered before the page is sent. */
  there: ReadonlySet<'page' | 'totals' | 'tabs' | 'record'>;
}

/**
 * How long a page waits for its reads before it is sent without them. A skeleton that React has shown stays 300 ms, so
 * that rows which are there sooner would come later for it.
 */
const GRACE_MILLIS = 150;

interface Wanted {
  principal: Principal;
  listing: Listing;
  query: ListQuery;
  marks: ((rows: readonly Row[]) => Promise<ReadonlyMap<string, ReactNode>>) | undefined;
  /** Reads the record open beside the list. */
  record: (() => Promise<Beside | null>) | null;
}

/** Begins the reads of a list and awaits them, but no longer than a moment. */
export async function readList({ principal, listing, query, marks, record }: Wanted): Promise<ListReads> {
  const page = listPage(principal, listing, { ...query, columns: columnsRead(listing, query) });
  const reads = {
    page: page.then(async (read) => ({ ...read, marked: await marks?.(read.rows) })),
    totals: listTotals(principal, listing, query),
    tabs: listTabs(principal, listing, query),
    record: record?.() ?? Promise.resolve(null)
  };
  const there = new Set<keyof typeof reads>();
  const all = (Object.keys(reads) as (keyof typeof reads)[]).map((name) => reads[name].then(() => there.add(name)));
  await Promise.race([Promise.allSettled(all), setTimeout(GRACE_MILLIS, null, { ref: false })]);
  // A copy: what comes later is awaited in its place.
  return { ...reads, there: new Set(there) };
}
