import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { POST as searchList } from '@/app/workspace/search/list/route';
import { appendAudit, SYSTEM_ISSUER_ID } from '@/lib/core/audit/audit';
import { transaction } from '@/lib/core/database/database';
import { originOf } from '@/lib/core/http/origin';
import { hasCardNumber, withoutCardNumbers } from '@/lib/core/secrets/card-digits';
import { redact } from '@/lib/core/server/log';
import { USERS } from '@/lib/directory/people/user-listing';
import { createNode } from '@/lib/directory/structure/create-node';
import { groupSchema } from '@/lib/directory/structure/schema';
import { bulkTargetSchema } from '@/lib/kit/bulk/bulk-lists';
import { savedViewSchema, savedViews, saveView } from '@/lib/kit/listing/saved-views';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aCompany, anIssuer } from '../support/structure';

const world = useDatabase();

/** A published test number of a card scheme, as people write it. */
const TYPED = ['4111111111111111', 'of 4111 1111 1111 1111', '4111-1111-1111-1111', '４１１１１１１１１１１１１１１１'];

interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  valueType?: z.ZodType;
  innerType?: z.ZodType;
  options?: z.ZodType[];
  in?: z.ZodType;
  out?: z.ZodType;
}

const defOf = (schema: z.ZodType) => schema.def as unknown as Def;

/** Texts that may look like a card number, and why none is kept. */
const NOT_KEPT: readonly (readonly [RegExp, string])[] = [
  [
    /cardNumberSchema|real-card\.fields\.number|integrator\.fields\.credential|newAccountSchema\.cardNumber|cardholderMatchSchema\.accountNumber|walletAccountSchemas\.us\.accountNumber/,
    'kept encrypted'
  ],
  [/^sign-in\//, 'passwords, answers and ids are hashed or looked up, the rest is signed or an operator types it'],
  [/[sS]chema\.(password|passphrase|confirmation|token)$/, 'hashed or looked up'],
  [/protectionFields\.confirmation$/, 'compared with the password'],
  [/^brand\/client-log\//, 'redacted where it is written'],
  [/^core\/http\/answers\.ts/, 'what the product answers'],
  [/^money\/feeds\/correct-reject\.ts/, 'kept sealed'],
  [/^composition\/mock\/store\.ts/, 'kept in memory, for developers'],
  [
    /(members|recipients|users|userIdsEntered|brands|authorities|layoutId)$|^kit\/bulk\/.*\.list$|^brand\/brands\/resolve\.ts/,
    'looked up among what is there'
  ],
  [
    /^kit\/setup\/.*(parentValues|dependsOn|list|account|accountingCode|category|value|template|node|place|rates|type|purchaseType|supplier|customFields|realCards|integrator)\.schema$/,
    'the same'
  ],
  [/(rate|receiptFrom|amount|minimum|maximum)\.schema$/, 'a number'],
  [/ACCOUNT_SETTINGS\.card\.bins\.schema$/, 'beginnings of card numbers, of 16 digits at most (C5.029)'],
  [/^brand\/studio\/brand-list\.ts|newBrandSchema\.from$/, 'looked up, and kept nowhere'],
  [
    /^composition\/generated\/modules\.ts: .*\.payload\.|: (keptPrincipalSchema|originSchema)\.|[pP]ayload\.(origin|principal)\./,
    'read back, where background work goes on with what was taken before'
  ],
  [/^kit\/reports\/.*\.(columns|dataSet|groups|pivot|ask)$/, 'names of a list and its columns, looked up there'],
  [
    /keptSchema\.entity$|noticeSchema\.(kind|params|mail\..*)$/,
    'read back: what the product itself put into the outbox'
  ],
  [/wordSchema\.text$/, 'without its digits where its line has a card number'],
  [/^[^:]+: (\w+Row|ruleColumns)(\.\w+)+$/, 'read back: a row of a statement']
];

/** Whether a schema reads a text, whatever is made of it before or afterwards. */
function readsText(schema: z.ZodType): boolean {
  const { type, in: before, out, innerType, options = [] } = defOf(schema);
  if (type === 'string') return true;
  if (type === 'pipe' && before) return readsText(defOf(before).type === 'transform' && out ? out : before);
  return options.some(readsText) || (innerType !== undefined && readsText(innerType));
}

/** Where, below `path`, a schema takes a card number and gives it on. */
function leaks(schema: z.ZodType, path: string): string[] {
  if (readsText(schema)) return TYPED.some((typed) => keeps(schema, typed)) ? [path] : [];
  const { shape = {}, element, valueType, innerType, options = [], type, ...pipe } = defOf(schema);
  const parts = type === 'pipe' ? [pipe.in, pipe.out] : [element, valueType, innerType, ...options];
  return [
    ...Object.entries(shape).flatMap(([name, field]) => leaks(field, `${path}.${name}`)),
    ...parts.flatMap((part) => (part ? leaks(part, path) : []))
  ];
}

function keeps(schema: z.ZodType, typed: string): boolean {
  try {
    const read = schema.safeParse(typed);
    return read.success && hasCardNumber(JSON.stringify(read.data) ?? '');
  } catch {
    // A check that goes on with what an earlier one refused.
    return false;
  }
}

/** The schemas that a module gives away, by themselves or in tables of settings, fields and records. */
function* schemasIn(value: unknown, path: string, seen: Set<unknown>): Generator<[z.ZodType, string]> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof z.ZodType) return yield [value, path];
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  for (const [name, part] of entries) yield* schemasIn(part, `${path}.${name}`, seen);
}

test('F-4 C9.009 no text that a schema of the product takes can hold a card number', async () => {
  const files = (readdirSync('lib', { recursive: true }) as string[]).filter(
    // Not what runs when it is imported, nor what only takes words of other servers.
    (file) =>
      file.endsWith('.ts') &&
      !/^(launch|composition\/process|core\/database\/prisma)\/|^sign-in\/federation\/(?!schema)/.test(file)
  );
  const seen = new Set<unknown>();
  const found: string[] = [];
  let schemas = 0;
  for (const file of files)
    for (const [name, value] of Object.entries((await import(`@/lib/${file.replace(/\.ts$/, '')}`)) as object))
      for (const [schema, path] of schemasIn(value, `${file}: ${name}`, seen)) {
        schemas++;
        found.push(...leaks(schema, path));
      }
  expect(schemas).toBeGreaterThan(200);
  const kept = found.filter((path) => !NOT_KEPT.some(([pattern]) => pattern.test(path)));
  expect([...new Set(kept)].sort()).toEqual([]);
  // Each exception has a use.
  for (const [pattern] of NOT_KEPT) expect(found.filter((path) => pattern.test(path))).not.toEqual([]);
});

test('F-4 C9.009 what a browser calls itself is kept without card numbers', () => {
  const { userAgent } = originOf(new Headers({ 'user-agent': 'Mozilla/5.0 4111 1111 1111 1111' }));
  expect(userAgent).toBe('Mozilla/5.0 ••••1111');
});

describe('F-4 C9.009 what counts as a card number', () => {
  test.each([
    ['4111111111111111', '••••1111'],
    ['PAN4111111111111111x', 'PAN••••1111x'],
    ['5555 5555 5555 4444', '••••4444'],
    ['3782-822463-10005', '••••0005'],
    ['3782–822463—10005', '••••0005'],
    ['4111\u00A01111\u2009 1111\u200B1111', '••••1111'],
    ['2223003122003222', '••••3222'],
    ['６０１１１１１１１１１１１１１７', '••••1117'],
    ['٤١١١١١١١١١١١١١١١', '••••1111'],
    ['4111/1111/1111/1111 and 5555.5555.5555.4444', '••••1111 and ••••4444'],
    ['+4111111111111111', '••••1111']
  ])('%s', (text, masked) => {
    expect(withoutCardNumbers(text)).toBe(masked);
  });

  test.each([
    ['a wrong check digit', '4111111111111112'],
    ['a length or first digits of no card', '20261123041605 1234567890123452 30569309025 9876543210987658'],
    ['a part of a longer number', '741111111111111110000'],
    ['ids', '0199ab12-4111-7111-8111-111111111111, 41111111-1111-7111-8111-411111111111'],
    ['a digest', '4111111111111111aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['a telephone number', '+46 31 123 45 67, +4915112345674'],
    ['amounts', '4111.11 1111.11 1111.11'],
    ['numbers in lines', '4111\n1111\n1111\n1111']
  ])('not %s', (_what, text) => {
    expect(withoutCardNumbers(text)).toBe(text);
  });
});

test('F-4 C9.009 no log line has a card number, in whatever digits and groups', () => {
  for (const typed of TYPED) expect(redact(`typed ${typed}.`)).toMatch(/^typed (of )?(\[number\]|••••1111)\.$/);
});

const NUMBER = '4539578763621486';

test('F-4 C9.009 a name with a card number is refused at its field, and what lets one through is masked in the audit', async () => {
  const typed = groupSchema.safeParse({ number: 'AG', name1: `Travel ${NUMBER}` });
  expect(typed.error?.issues).toMatchObject([{ path: ['name1'], message: 'card.number.refused' }]);
  const issuer = await anIssuer(world.current);
  const company = await aCompany(world.current, issuer);
  const by = await aPrincipalAt(world.current, 'I', issuer);
  await createNode(by, company.id, { kind: 'account_group', number: 'AG', name1: NUMBER, name2: null }, ORIGIN);
  const details = { reason: `of ${NUMBER}`, [NUMBER]: 1, id: company.id };
  await transaction((tx) =>
    appendAudit(tx, ORIGIN, { issuerId: SYSTEM_ISSUER_ID, action: 'user.changed', entity: 'system', details })
  );
  const rows = await world.current.query<{ details: object }>(
    'SELECT details FROM audit_entries ORDER BY occurred_at DESC LIMIT 2'
  );
  expect(rows.map((row) => row.details)).toEqual([
    { reason: 'of ••••1486', '••••1486': 1, id: company.id },
    expect.objectContaining({ 'after.name1': '••••1486' })
  ]);
});

test('F-4 C9.009 neither a saved view nor a bulk job keeps the card number that a list was searched for', async () => {
  const by = await aPrincipalAt(world.current, 'I', await anIssuer(world.current));
  const query = new URLSearchParams({ q: NUMBER, name: `4539 5787 6362 1486` }).toString();
  expect(savedViewSchema.parse({ name: 'Mine', query }).query).not.toContain('4539');
  await saveView(by, USERS, { name: 'Mine', query });
  expect(await savedViews(by, USERS.name)).toMatchObject([{ query: expect.not.stringContaining('4539') }]);
  expect(savedViewSchema.safeParse({ name: NUMBER, query: '' }).error?.issues[0]?.message).toBe('card.number.refused');
  const target = bulkTargetSchema.parse({ list: 'users', parameters: { under: NUMBER }, query });
  expect(hasCardNumber(decodeURIComponent(JSON.stringify(target)))).toBe(false);
});

describe('F-4 C9.009 the search of a list', () => {
  async function searched(fields: [string, string][]) {
    const body = new URLSearchParams(fields);
    const request = new Request('http://localhost/workspace/search/list', {
      method: 'POST',
      body,
      headers: { 'sec-fetch-site': 'same-origin' }
    });
    return searchList(request, { params: Promise.resolve({}) });
  }

  test('puts no card number into an address, and everything else', async () => {
    const answer = await searched([
      ['path', '/workspace/people'],
      ['q', '4539 5787 6362 1486'],
      ['status', ''],
      ['columns', 'name'],
      ['columns', 'email']
    ]);
    expect(answer.status).toBe(303);
    const [path, query] = (answer.headers.get('location') as string).split('?');
    expect([path, [...new URLSearchParams(query)]]).toEqual([
      '/workspace/people',
      [
        ['q', '••••1486'],
        ['columns', 'name'],
        ['columns', 'email']
      ]
    ]);
  });

  test.each(['https://evil.example/workspace', '//evil.example', '/workspace/../x', '/sdportal', ''])(
    'leads nowhere but to the workspace: %s',
    async (path) => {
      expect((await searched([['path', path]])).status).toBe(404);
    }
  );
});

test('F-4 C9.009 digits in thousands of groups are looked through in time', () => {
  const groups = '1 '.repeat(50_000);
  expect(withoutCardNumbers(groups)).toBe(groups);
  expect(withoutCardNumbers(`${groups}x 4539 5787 6362 1486`)).toBe(`${groups}x ••••1486`);
});
