import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTranslator } from 'use-intl/core';
import { type Locale, languageTag } from './locales';
import { log } from './log';

/** The two published bundles (PD.19), and the workspace's own; a key lives in one of them. */
export type Bundle = 'PortalLabels' | 'Messages' | 'Workspace';

/** The locales that the workspace is written in; the others read it in the nearest of these. */
export const WORKSPACE_LOCALES = ['en_US', 'da', 'de', 'es', 'fr', 'ja', 'nl', 'pt', 'zh_CN'] as const;
const NEAREST: Partial<Record<Locale, Locale>> = { es_ES: 'es', fr_CA: 'fr', pt_PT: 'pt' };

/** The locale whose workspace texts are read in `locale`. */
export function workspaceLocale(locale: Locale): Locale {
  return WORKSPACE_LOCALES.find((written) => written === locale) ?? NEAREST[locale] ?? 'en_US';
}

export type Texts = Record<string, string>;

/** Translates a message key; a missing text shows its key (P1.011). */
export type Translate = (key: string, params?: Record<string, string | number>) => string;

const loaded = new Map<string, Texts>();

/** The texts of one bundle in one locale, by key, as they are published; none when the file can't be read (P7.029). */
export function bundleTexts(locale: Locale, bundle: Bundle): Texts {
  const path = join(process.cwd(), 'messages', locale, `${bundle}.json`);
  let texts = loaded.get(path);
  if (!texts) {
    texts = readTexts(path);
    loaded.set(path, texts);
  }
  return texts;
}

function readTexts(path: string): Texts {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Texts;
  } catch (err) {
    log.error({ err, path }, 'texts could not be read, their keys are shown');
    return {};
  }
}

// Dots in a key would mean nesting to the message library, and our keys may begin with one another.
const flat = (key: string) => key.replaceAll('.', '/');

const bases = new Map<Locale, Translate>();

/** A translator over every bundle of `locale`; `overrides` are a brand's own texts. */
export function translator(locale: Locale, overrides?: Texts): Translate {
  let base = bases.get(locale);
  if (!base) {
    base = translatorOf(locale, {
      ...bundleTexts(workspaceLocale(locale), 'Workspace'),
      ...bundleTexts(locale, 'Messages'),
      ...bundleTexts(locale, 'PortalLabels')
    });
    bases.set(locale, base);
  }
  if (!overrides) return base;
  const [own, product] = [translatorOf(locale, overrides), base];
  return (key, params) => (Object.hasOwn(overrides, key) ? own : product)(key, params);
}

function translatorOf(locale: Locale, texts: Texts): Translate {
  const messages = Object.fromEntries(Object.entries(texts).map(([key, text]) => [flat(key), text]));
  const translate = createTranslator<Record<string, string>>({
    locale: languageTag(locale),
    messages,
    onError: () => {},
    getMessageFallback: ({ key }) => key.replaceAll('/', '.')
  }) as (key: string, params?: Record<string, string | number>) => string;
  return (key, params) => translate(flat(key), params);
}
