import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTranslator } from 'next-intl';
import { log } from '../server/log';
import { type Locale, languageTag } from './locales';
import type { TextKey } from './text-key';

/** The two published bundles (PD.19), and the workspace's own; a key lives in one of them. */
export const BUNDLES = ['Workspace', 'Messages', 'PortalLabels'] as const;
export type Bundle = (typeof BUNDLES)[number];

/** The parents of regional variants: a variant's workspace bundle has only the texts that differ from its parent's. */
export const PARENTS: Partial<Record<Locale, Locale>> = { en_GB: 'en_US', es_ES: 'es', fr_CA: 'fr', pt_PT: 'pt' };

export type Texts = Record<string, string>;

/** A parameter that is itself a text, such as the name of a field: it is said in the language of the whole. */
export type NamedParam = { text: TextKey };

/** The parameters of a text. */
export type Params = Record<string, string | number | NamedParam>;

/** Translates a message key; a missing text shows its key (P1.011). */
export type Translate = (key: TextKey, params?: Params) => string;

const loaded = new Map<string, Texts>();

/**
 * The texts of one bundle in one locale, in the order of their keys, as they are published: those of all modules, each of
 * which has its file. Those of a file that can't be read are missing (P7.029).
 */
export function bundleTexts(locale: Locale, bundle: Bundle): Texts {
  const folder = join(process.cwd(), 'messages', locale, bundle);
  let texts = loaded.get(folder);
  if (!texts) {
    const entries = filesOf(folder).flatMap((file) => Object.entries(readTexts(join(folder, file))));
    texts = Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
    loaded.set(folder, texts);
  }
  return texts;
}

/** The workspace's texts in one locale: those of a variant over those of its parent. */
export function workspaceTexts(locale: Locale): Texts {
  const parent = PARENTS[locale];
  const own = bundleTexts(locale, 'Workspace');
  return parent ? { ...workspaceTexts(parent), ...own } : own;
}

const filesOf = (folder: string) => orNothing(folder, [], () => readdirSync(folder));
const readTexts = (path: string) => orNothing<Texts>(path, {}, () => JSON.parse(readFileSync(path, 'utf8')));

function orNothing<T>(path: string, nothing: T, read: () => T): T {
  try {
    return read();
  } catch (err) {
    log.error({ err, path }, 'texts could not be read, their keys are shown');
    return nothing;
  }
}

/** Every key there is. */
export const textKeys = () => BUNDLES.flatMap((bundle) => Object.keys(bundleTexts('en_US', bundle)) as TextKey[]);

/** Whether there is a text at a key that only the running product knows. */
export const isTextKey = (key: string): key is TextKey =>
  BUNDLES.some((bundle) => Object.hasOwn(bundleTexts('en_US', bundle), key));

/** The key that a schema gives as its message; zod's own sentences and unknown keys become an invalid entry. */
export const keyOfMessage = (message: string): TextKey => (isTextKey(message) ? message : 'invalid.entry');

/** Dots mean nesting to next-intl, and our keys may begin with one another: within it they are this other dot. */
const DOT = '\u2024';
const swapped = (key: string) => key.replaceAll('.', DOT);

/** What next-intl is told of a language: its texts, and that a missing one shows its key. */
function configOf(locale: Locale, texts: Texts) {
  return {
    locale: languageTag(locale),
    messages: Object.fromEntries(Object.entries(texts).map(([key, text]) => [swapped(key), text])),
    onError: () => {},
    getMessageFallback: ({ key }: { key: string }) => key.replaceAll(DOT, '.')
  };
}

const configs = new Map<Locale, ReturnType<typeof configOf>>();

/** The same of every bundle of a locale. */
export function intlConfig(locale: Locale) {
  let config = configs.get(locale);
  if (!config) {
    config = configOf(locale, {
      ...workspaceTexts(locale),
      ...bundleTexts(locale, 'Messages'),
      ...bundleTexts(locale, 'PortalLabels')
    });
    configs.set(locale, config);
  }
  return config;
}

/** A translator of next-intl's as one that takes our keys; `overrides` are a brand's own texts, which lie over the product's. */
export function withOwnTexts(
  intl: ReturnType<typeof createTranslator>,
  locale: Locale,
  overrides: Texts = {}
): Translate {
  const product = intl as (key: string, params?: Record<string, string | number>) => string;
  const own = createTranslator(configOf(locale, overrides)) as typeof product;
  const translate: Translate = (key, params) =>
    (Object.hasOwn(overrides, key) ? own : product)(swapped(key), params && plain(params));
  const plain = (params: Params) =>
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, typeof value === 'object' ? translate(value.text) : value])
    );
  return translate;
}

const kept = new Map<Locale, ReturnType<typeof createTranslator>>();

/**
 * A translator over every bundle of `locale`, for whatever is written outside of a page: mails, answers, files. Server
 * components have `getTexts` (i18n/texts.ts).
 */
export function translator(locale: Locale, overrides?: Texts): Translate {
  let intl = kept.get(locale);
  if (!intl) {
    intl = createTranslator(intlConfig(locale));
    kept.set(locale, intl);
  }
  return withOwnTexts(intl, locale, overrides);
}
