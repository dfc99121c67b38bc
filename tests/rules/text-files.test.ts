import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { modules } from '@/lib/composition/generated/modules';
import { dotted, type TextKey } from '@/lib/core/language/text-key';
import { BUNDLES, bundleTexts, textKeys } from '@/lib/core/language/texts';

const NEEDS = JSON.parse(readFileSync('lib/composition/generated/modules.json', 'utf8')) as Record<
  string,
  { needs: string[] }
>;
const NAMES = Object.keys(NEEDS);

const filesBelow = (root: string, ending: RegExp) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => ending.test(file));

/** The name of the file of texts that a key stands in: that of its module. */
const FILE_OF = new Map<string, string>(
  filesBelow('messages/en_US', /\.json$/).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join('messages/en_US', file), 'utf8'))).map((key) => [
      key,
      basename(file, '.json')
    ])
  )
);

/** The names of the files whose texts a module may read: its own, core's, and those of all that it needs. */
function readable(name: string): Set<string> {
  const known = READABLE.get(name);
  if (known) return known;
  const needed = (NEEDS[name]?.needs ?? []).flatMap((need) => [...readable(need)]);
  const names = new Set(['core', basename(name), ...needed]);
  READABLE.set(name, names);
  return names;
}
const READABLE = new Map<string, Set<string>>();

/** The module that a file of lib belongs to; undefined for what works across modules. */
function moduleOf(path: string): string | undefined {
  const [wing = '', folder = ''] = path.split('/');
  return NAMES.find((name) => name === wing || name === `${wing}/${folder}`);
}

test('the words of what a module declares stand in its own file', () => {
  const words = modules.flatMap(({ auditActions = [], areas = {}, jobs = {}, lists = {}, programFeatures = [] }, n) =>
    [
      ...auditActions.map((action) => [`audit.action.${action}`, `event.${dotted(action)}`]),
      ...Object.keys(areas).map((area) => [`area.${dotted(area)}`]),
      ...Object.keys(jobs).map((kind) => [`job.kind.${kind}`]),
      ...Object.keys(lists).map((list) => [`listing.${list}`]),
      ...programFeatures.map((feature) => [`feature.${feature}`])
    ].map((keys) => {
      // The set-up engine declares a list for each entity.
      const [, entity] = /^listing\.setup-(.+)$/.exec(keys[0] ?? '') ?? [];
      return { module: basename((entity ? moduleOfEntity(entity) : NAMES[n]) ?? ''), keys };
    })
  );
  const astray = words.filter(({ module, keys }) => !keys.some((key) => FILE_OF.get(key) === module));
  expect(words.length).toBeGreaterThan(100);
  expect(astray).toEqual([]);
});

/** The module whose folder has the declaration of a set-up entity. */
const moduleOfEntity = (name: string) =>
  moduleOf(filesBelow('lib', /\/entities\/[^/]+\.ts$/).find((file) => basename(file, '.ts') === name) ?? '');

test('a module reads texts of its own, of core and of the modules that it needs', () => {
  const astray = filesBelow('lib', /\.ts$/).flatMap((file) => {
    const name = moduleOf(file);
    if (!name || /(^|\/)(generated|prisma)\//.test(file)) return [];
    // The set-up engine says the messages of an entity.
    const own = new Set([...readable(name), ...(file.includes('/entities/') ? readable('kit/setup') : [])]);
    return [...readFileSync(join('lib', file), 'utf8').matchAll(/'([^'\n]+)'/g)]
      .map(([, key = '']) => key)
      .filter((key) => FILE_OF.has(key) && !own.has(FILE_OF.get(key) as string))
      .map((key) => `${file}: ${key} of ${FILE_OF.get(key)}`);
  });
  expect(astray).toEqual([]);
});

/** How a schema says its message: as the last argument of a check, or by name. */
const SCHEMA_MESSAGES = [
  /\.(?:string|number|int|boolean|array|object|union|email|url|date|guid|min|max|length|regex|refine|multipleOf)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*?'(?<key>[^'\s]+)'\s*\)/g,
  /\.(?:enum|literal)\([^()]+, '(?<key>[^'\s]+)'\s*\)/g,
  /\bmessage: '(?<key>[^'\s]+)'/g
];

test('the messages of schemas are keys', () => {
  const said = ['app', 'lib']
    .flatMap((root) => filesBelow(root, /\.tsx?$/).map((file) => join(root, file)))
    .filter((file) => !/\/(generated|prisma)\//.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .filter((source) => source.includes("from 'zod'"))
    .flatMap((source) => SCHEMA_MESSAGES.flatMap((form) => [...source.matchAll(form)]))
    .map(({ groups }) => groups?.key ?? '');
  expect(said.length).toBeGreaterThan(200);
  expect(said.filter((key) => !FILE_OF.has(key))).toEqual([]);
});

/** What a template of a source leaves open: `${…}`. */
const HOLE = /\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\}/g;

/** The keys that a template of a source can become, as an expression; what it leaves open are its groups. */
const expressionOf = (template: string) =>
  new RegExp(
    `^${template
      .split(HOLE)
      .map((part) => part.replaceAll('.', '\\.'))
      .join('(.+)')}$`
  );

test('every text of the workspace is read somewhere', () => {
  const sources = ['app', 'lib']
    .flatMap((root) => filesBelow(root, /\.(tsx?|mjs)$/).map((file) => join(root, file)))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const templates = [
    ...sources.matchAll(/`((?:[^`\\$]|\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\})*)`/g),
    // One within another.
    ...sources.matchAll(/`([a-z][\w.]*\.\$\{[^`{}]*\}[\w.]*)`/g)
  ].map(([, template = '']) => template);
  const prefixes = [...sources.matchAll(/<'([a-z.]+\.)'>/g)].map(([, prefix]) => `${prefix}\${}`);
  const expressions = [...new Set([...templates, ...prefixes])]
    .filter((template) => /^[\w.-]*[a-z]{2}[.-]?[\w.-]*$/.test(template.replace(HOLE, '')) && template.includes('${'))
    .map(expressionOf);
  const quoted = new Set([...sources.matchAll(/(['"])([\w.-]+)\1/g)].map(([, , text]) => text));
  const words = new Set(sources.match(/\w+(?:[.-]\w+)*/g));
  const isWord = (text: string) =>
    [text, text.replaceAll('.', '_'), text.replaceAll('.', '-')].some((one) => words.has(one));
  // Or two, put together before they reach the template.
  const isSaid = (text: string) =>
    isWord(text) ||
    [...text.matchAll(/\./g)].some(({ index }) => quoted.has(text.slice(0, index)) && isWord(text.slice(index + 1)));
  const isRead = (key: string) => quoted.has(key) || expressions.some((one) => one.exec(key)?.slice(1).every(isSaid));
  // Those of set-up entities come from their declarations; those of actions are held to the declared ones elsewhere, those
  // of merchant categories to the ranges of their standard.
  const unread = Object.keys(bundleTexts('en_US', 'Workspace')).filter(
    (key) => !/^(setup\.entity|listing\.setup-|audit\.action|event|mcc\.)/.test(key) && !isRead(key)
  );
  expect(unread).toEqual([]);
});

describe('generating the keys', () => {
  let copy: string;
  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'tessera-texts-'));
    cpSync('messages/en_US', join(copy, 'messages/en_US'), { recursive: true });
    for (const module of filesBelow('lib', /(^|\/)module\.ts$/).map(dirname)) add(`lib/${module}/module.ts`, '');
  });
  afterEach(() => rmSync(copy, { recursive: true, force: true }));

  const add = (path: string, text: string) => {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  };
  const launcher = pathToFileURL(join(process.cwd(), 'lib/launch/texts.mjs')).href;
  const CODE = `const { generateTextKeys } = await import('${launcher}');
    try { generateTextKeys((path, text) => console.log(path, text)); } catch ({ message }) { console.log(message); }`;
  const generated = () =>
    execFileSync(process.execPath, ['--input-type=module', '-e', CODE], { cwd: copy, encoding: 'utf8' });

  test('takes the texts of a new module from its own files', () => {
    const before = generated();
    add('lib/money/vouchers/module.ts', '');
    add('messages/en_US/Workspace/vouchers.json', '{ "voucher.title": "Voucher" }');
    add('messages/en_US/Messages/vouchers.json', '{ "mail.voucher.subject": "Your voucher" }');
    expect(before).not.toContain('vouchers');
    expect(before).toMatch(/^lib\/core\/language\/generated\/text-key\.ts /);
    expect(generated().match(/[\w/]+vouchers\.json/g)).toEqual([
      '/messages/en_US/Messages/vouchers.json',
      '/messages/en_US/Workspace/vouchers.json'
    ]);
  });

  test.each([
    ['a file that no module is called by', 'Workspace/vouchers.json', 'Workspace/vouchers.json is called by no module'],
    ['a file below no bundle', 'feeds.json', 'feeds.json is called by no module'],
    [
      'a key that stands twice',
      'Messages/feeds.json',
      'The text feed.title stands in Messages/feeds.json and in Workspace/feeds.json'
    ]
  ])('refuses %s', (_what, path, message) => {
    add(`messages/en_US/${path}`, '{ "feed.title": "Feeds" }');
    expect(generated()).toContain(message);
  });

  test('refuses two modules that would share a file', () => {
    add('lib/directory/feeds/module.ts', '');
    expect(generated()).toContain('money/feeds and directory/feeds would have one file of texts, feeds.json.');
  });
});

test('a bundle is published in the order of its keys, whole', () => {
  const keys: TextKey[] = textKeys();
  expect([...keys].sort()).toEqual([...FILE_OF.keys()].sort());
  for (const bundle of BUNDLES) {
    const published = Object.keys(bundleTexts('de', bundle));
    expect(published).toEqual([...published].sort());
  }
});
