import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { settingPlaceOf } from '../../access/policy/setting-place';
import { settingValue } from '../../access/settings/setting-value';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import type { Locale } from '../../core/language/locales';
import { isFor, RESOURCES } from './for-reader';
import { isManaged } from './openers';
import { TOPIC_NAMES, type Topic } from './topics';

const resourceRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  topic: z.enum(TOPIC_NAMES),
  name: z.string(),
  description: z.string().nullable(),
  /** Its language, if it is not for readers of every one. */
  language: z.string().nullable(),
  /** An https address; null for a file. */
  link: z.string().nullable(),
  fileName: z.string().nullable(),
  fileSize: z.number().nullable(),
  createdAt: z.date(),
  /** Whether the principal manages it, and sees who opened it. */
  isManaged: z.boolean()
});

/** A resource as its readers see it. */
export type Resource = z.infer<typeof resourceRow>;

/** What is asked of the resource centre. */
export interface ResourcesAsked {
  locale: Locale;
  /** The typed search; empty: none. */
  text: string;
  topic?: Topic | undefined;
}

/** The resources found, and how many there are of each topic without the choice of one. */
export interface ResourcesFound {
  resources: Resource[];
  counts: ReadonlyMap<Topic, number>;
}

/**
 * The resources that are for the principal (C2.028), by topic, the issuer's before those of companies, in their order. A search needs as many characters as
 * everywhere (C2.029); it is refused at its field.
 */
export async function resourcesFor(
  principal: Principal,
  { locale, text, topic }: ResourcesAsked
): Promise<Result<ResourcesFound>> {
  const sought = text.trim();
  if (sought) {
    const least = await settingValue(database(), settingPlaceOf(principal), 'search.minimum.characters');
    if ([...sought].length < least) return refused({ code: 'search.too.short', field: 'q', params: { least } });
  }
  const matching = sought
    ? Prisma.sql`strpos(searchable(concat_ws(' ', r.name, r.description)), nullif(searchable(${sought}), '')) > 0`
    : Prisma.sql`TRUE`;
  const found = await readRows(database(), resourceRow)`
    SELECT r.issuer_id AS "issuerId", r.id, r.topic, r.name, r.description, r.language, r.link,
      f.name AS "fileName", length(f.bytes) AS "fileSize", r.created_at AS "createdAt",
      ${isManaged(principal)} AS "isManaged"
    FROM ${RESOURCES} WHERE ${isFor(principal, locale)} AND ${matching}
    ORDER BY array_position(${[...TOPIC_NAMES]}::text[], r.topic), r.owner_id <> r.issuer_id,
      r.position, r.name, r.id`;
  const counts = new Map(TOPIC_NAMES.map((one) => [one, found.filter((resource) => resource.topic === one).length]));
  return accepted({ resources: found.filter((resource) => !topic || resource.topic === topic), counts });
}
