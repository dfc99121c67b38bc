import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTranslator } from 'use-intl/core';
import { type Locale, languageTag } from './locales';
import { log } from './log';

/** The two published bundles (PD.19); a key lives in one of them. */
export type Bundle = 'PortalLabels' | 'Messages';

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

/** A translator over both bundles of `locale`; `overrides` are a brand's own texts. */
export function translator(locale: Locale, overrides: Texts = {}): Translate {
  const texts = { ...bundleTexts(locale, 'Messages'), ...bundleTexts(locale, 'PortalLabels'), ...overrides };
  const messages = Object.fromEntries(Object.entries(texts).map(([key, text]) => [flat(key), text]));
  const translate = createTranslator<Record<string, string>>({
    locale: languageTag(locale),
    messages,
    onError: () => {},
    getMessageFallback: ({ key }) => key.replaceAll('/', '.')
  }) as (key: string, params?: Record<string, string | number>) => string;
  return (key, params) => translate(flat(key), params);
}
