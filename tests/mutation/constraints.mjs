/**
 * Drops what the database itself holds, CHECK, UNIQUE, foreign keys, NOT NULL and triggers, in the template databases
 * that the tests copy, as the catalogue of the migrated database tells it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { digestOf } from './coverage.mjs';

/** Tries to violate each constraint by itself; each of its titles names one. */
const OWN_TEST = 'tests/rules/constraints.test.ts';
/** Names each column that may be null and should not. */
const SCHEMA_TEST = 'tests/rules/schema.test.ts';
const AT_ONCE = 150;
/** What the tests of a function or a trigger name. */
const TABLES = {
  check_allocation: 'allocations',
  check_approval_levels: 'aProfile',
  check_approval_place: 'aProfile',
  check_assignment_node: 'assignment_nodes',
  check_setting_node: 'settings',
  check_user_group_members: 'user_group_members',
  keep_applied_upload: 'structure_upload_rows',
  keep_submitted_dispute: 'disputes',
  nodes_search_words: 'editDistance',
  transactions_identity: 'transaction_references',
  transactions_references_gone: 'transaction_references'
};
const TEMPLATES = ['tessera_empty', 'tessera_seeded'];

const CATALOGUE = `
  SELECT r.relname AS "table", c.conname AS name, c.contype::text AS kind, pg_get_constraintdef(c.oid) AS definition,
    format('ALTER TABLE %I DROP CONSTRAINT %I CASCADE', r.relname, c.conname) AS statement
  FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
  WHERE c.connamespace = 'public'::regnamespace AND c.conparentid = 0 AND NOT r.relispartition
    AND c.contype IN ('c', 'u', 'x', 'p', 'f') AND r.relname <> '_prisma_migrations'
  UNION ALL
  SELECT r.relname, r.relname || '.' || a.attname, 'n', 'NOT NULL',
    format('ALTER TABLE %I ALTER COLUMN %I DROP NOT NULL', r.relname, a.attname)
  FROM pg_attribute a JOIN pg_class r ON r.oid = a.attrelid
  WHERE r.relnamespace = 'public'::regnamespace AND r.relkind IN ('r', 'p') AND NOT r.relispartition AND a.attnotnull
    AND a.attnum > 0 AND r.relname <> '_prisma_migrations' AND NOT EXISTS (
      SELECT FROM pg_constraint p WHERE p.conrelid = r.oid AND p.contype = 'p' AND a.attnum = ANY (p.conkey))
  UNION ALL
  SELECT r.relname, i.relname, 'index', pg_get_indexdef(i.oid), format('DROP INDEX %I CASCADE', i.relname)
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class r ON r.oid = x.indrelid
  WHERE x.indisunique AND r.relnamespace = 'public'::regnamespace AND NOT r.relispartition
    AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.oid)
  UNION ALL
  SELECT r.relname, t.tgname, 'trigger', pg_get_triggerdef(t.oid), format('DROP TRIGGER %I ON %I', t.tgname, r.relname)
  FROM pg_trigger t JOIN pg_class r ON r.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND t.tgparentid = 0 AND r.relnamespace = 'public'::regnamespace AND NOT r.relispartition
  ORDER BY 1, 2`;

/** Functions of triggers that refuse. */
const FUNCTIONS = `SELECT p.proname AS name, pg_get_functiondef(p.oid) AS definition FROM pg_proc p
  WHERE p.pronamespace = 'public'::regnamespace AND p.prorettype = 'trigger'::regtype AND p.prosrc LIKE '%RAISE EXCEPTION%'`;

/** What a function refuses by, each condition and each part of one held at false. */
function conditionsOf({ name, definition }) {
  return [...definition.matchAll(/\bIF ((?:(?!\bTHEN\b)[\s\S])*?)\s+THEN\s+RAISE EXCEPTION/g)].flatMap(
    ({ 1: whole }) => {
      const parts = whole.split(/\bOR\b/).map((part) => part.trim());
      return [whole, ...(parts.length > 1 ? parts : [])].map((condition) => ({
        table: 'function',
        name,
        kind: condition.replace(/\s+/g, ' '),
        statement: definition.replace(condition, 'FALSE')
      }));
    }
  );
}

/** @returns {Promise<{ found: number, outcome: Record<string, { status: string, by?: string }> }>} */
export async function constraintMutants(
  runs,
  { TEST_DATABASE_URL: url, sample, seed, only, files, time, without, known, say }
) {
  const templates = await keepTemplates(url);
  const all = (await templates.catalogue()).map((row) => ({ ...row, key: `${row.table} | ${row.kind} | ${row.name}` }));
  const ranked = all
    .filter(({ key }) => key.includes(only))
    .map((one) => ({ one, rank: digestOf(`${seed} ${one.key}`) }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const chosen = ranked.slice(0, Number(sample)).map(({ one }) => one);
  say(`${all.length} constraints, ${chosen.length} to try`);
  const apart = chosen.filter(({ table, kind }) => table !== 'function' && kind !== 'n');
  const outcome = {
    ...(existsSync(OWN_TEST) && !without && (await tryTogether(runs, templates, apart, say))),
    ...(await tryColumns(
      runs,
      templates,
      chosen.filter(({ kind }) => kind === 'n'),
      say
    ))
  };
  const end = Date.now() + Number(time) * 60_000;
  for (const mutant of chosen) {
    if (outcome[mutant.key] || Date.now() > end) continue;
    outcome[mutant.key] = await tryAlone(runs, templates, mutant, { files: Number(files), without });
    say(`${outcome[mutant.key].status} ${mutant.key} ${outcome[mutant.key].by ?? ''}`);
  }
  await templates.end();
  // What was tried before stays known while it is there.
  const before = only ? all.filter(({ key }) => known[key]).map(({ key }) => [key, known[key]]) : [];
  return { found: all.length, outcome: { ...Object.fromEntries(before), ...outcome } };
}

/** Each test is of one constraint and of nothing else, so that many can be dropped at once. */
async function tryTogether(runs, templates, mutants, say) {
  const outcome = {};
  for (let at = 0; at < mutants.length; at += AT_ONCE) {
    const batch = mutants.slice(at, at + AT_ONCE);
    await templates.drop(batch);
    const { failed, millis } = await runs.run(OWN_TEST, null, { limit: 300_000, stops: false });
    for (const { key, name } of batch) {
      const by = failed.find((title) => title.split(' ').includes(name));
      if (by) outcome[key] = { status: 'noticed', by: `${OWN_TEST} ${by}` };
    }
    say(
      `  ${at + batch.length}/${mutants.length} dropped, ${Object.keys(outcome).length} noticed by ${OWN_TEST}, ${millis} ms`
    );
  }
  await templates.restore();
  return outcome;
}

/** Columns that may be null, many at once: the test of the schema names each. */
async function tryColumns(runs, templates, mutants, say) {
  if (mutants.length === 0) return {};
  await templates.drop(mutants);
  const { messages = [] } = await runs.run(SCHEMA_TEST, null, { limit: 300_000, stops: false });
  await templates.restore();
  const noticed = mutants.filter(({ name }) => messages.some((message) => message.includes(`"${name} NULL"`)));
  say(`  ${mutants.length} columns that may be null, ${noticed.length} noticed by ${SCHEMA_TEST}`);
  return Object.fromEntries(noticed.map(({ key, name }) => [key, { status: 'noticed', by: `${SCHEMA_TEST} ${name}` }]));
}

async function tryAlone(runs, templates, mutant, { files, without }) {
  await templates.drop([mutant]);
  for (const path of naming(mutant, without).slice(0, files)) {
    const { failed } = await runs.run(path, null, { limit: 120_000 });
    if (failed.length > 0) return { status: 'noticed', by: `${path} ${failed[0].slice(0, 120)}` };
  }
  return { status: 'survived' };
}

/** The test of the schema, and the tests that name the table, the shortest first. */
function naming({ table, name, kind }, without) {
  const word = new RegExp(`\\b${TABLES[name] ?? table}\\b`);
  const texts = readdirSync('tests/rules')
    .filter(
      (name) =>
        name.endsWith('.test.ts') &&
        join('tests/rules', name) !== SCHEMA_TEST &&
        !(without && new RegExp(without).test(name))
    )
    .map((name) => ({ path: join('tests/rules', name), text: readFileSync(join('tests/rules', name), 'utf8') }))
    .filter(({ text }) => word.test(text))
    .sort((a, b) => a.text.length - b.text.length);
  return kind === 'n' ? [SCHEMA_TEST] : [SCHEMA_TEST, ...texts.map(({ path }) => path)];
}

/** Keeps a copy of each template, from which it is made again. */
async function keepTemplates(url) {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const make = async (name, from) => {
    await admin.query('SELECT pg_advisory_lock(4711)');
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${from}`);
    await admin.query('SELECT pg_advisory_unlock(4711)');
  };
  for (const name of TEMPLATES) await make(`whole_${name}`, name);
  const within = async (name, work) => {
    const client = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: `/${name}` }).href });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const restore = async () => {
    for (const name of TEMPLATES) await make(name, `whole_${name}`);
  };
  return {
    catalogue: () =>
      within('whole_tessera_empty', async (client) => [
        ...(await client.query(CATALOGUE)).rows,
        ...(await client.query(FUNCTIONS)).rows.flatMap(conditionsOf)
      ]),
    restore,
    drop: async (mutants) => {
      await restore();
      for (const name of TEMPLATES) {
        await within(name, async (client) => {
          for (const { statement } of mutants) {
            // Dropping one may have taken another with it.
            await client.query(statement.replace(/DROP (CONSTRAINT|INDEX|TRIGGER) /, 'DROP $1 IF EXISTS '));
          }
        });
      }
    },
    end: async () => {
      await restore();
      for (const name of TEMPLATES) await admin.query(`DROP DATABASE whole_${name} WITH (FORCE)`);
      await admin.end();
    }
  };
}
