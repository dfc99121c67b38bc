import { daysLater } from '../../core/calendar/days';
import { folded, linesOf, type Word } from './words';

/** The languages whose names of months are looked for. */
const LANGUAGES = ['da', 'de', 'el', 'en', 'es', 'fi', 'fr', 'id', 'it', 'nb', 'nl', 'pl', 'pt', 'ru', 'sv', 'tr'];
/** A bank's day may be the one before or after the receipt's. */
const NEAR = [0, -1, 1];

/** The words that say a day, `2026-02-28`, or the one beside it, in any of our languages; empty if none does. */
export function findDay(words: readonly Word[], day: string): readonly Word[] {
  const lines = linesOf(words);
  for (const days of NEAR) {
    const at = daysLater(new Date(day), days);
    for (const line of lines) {
      const run = runSaying(line, patternOf(at));
      if (run.length > 0) return run;
    }
  }
  return [];
}

function patternOf(at: Date): RegExp {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
  const [years, months, days] = [`(?:${year}|${year % 100})`, `0?${month}`, `0?${day}`];
  const gap = '\\s?[./-]\\s?';
  const name = `(?:${namesOf(month).join('|')})\\.?`;
  const ways = [
    `${days}${gap}${months}${gap}${years}`,
    `${months}${gap}${days}${gap}${years}`,
    `${year}${gap}${months}${gap}${days}`,
    // Japanese, Chinese and Korean.
    `${years}\\s?[年년]\\s?${months}\\s?[月월]\\s?${days}\\s?[日일]`,
    `${days}(?:\\.|st|nd|rd|th)?[\\s-]?(?:de )?${name}[\\s,-]*(?:de )?${years}`,
    `${name}\\s?${days}(?:st|nd|rd|th)?[\\s,]*${years}`
  ];
  return new RegExp(`(?<![\\d.,])(?:${ways.join('|')})(?!\\d)`);
}

const known = new Map<number, string[]>();

/** The long and short names of a month, the longest first. */
function namesOf(month: number): string[] {
  const names = known.get(month) ?? readNames(month);
  known.set(month, names);
  return names;
}

function readNames(month: number): string[] {
  const at = new Date(Date.UTC(2026, month - 1, 15));
  const names = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) =>
      // The second has the form that stands beside a day.
      [{ month: style }, { month: style, day: 'numeric' } as const].map(
        (wanted) =>
          new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...wanted })
            .formatToParts(at)
            .find(({ type }) => type === 'month')?.value ?? ''
      )
    )
  );
  return [...new Set(names.map((name) => folded(name).replace(/\.$/, '')))]
    .filter((name) => /^\p{L}{3,}$/u.test(name))
    .sort((a, b) => b.length - a.length);
}

/** The words of a line that a pattern matches together. */
function runSaying(line: readonly Word[], pattern: RegExp): readonly Word[] {
  const texts = line.map(({ text }) => folded(text));
  const match = pattern.exec(texts.join(' '));
  if (!match) return [];
  let at = 0;
  return line.filter((_, index) => {
    const [start, end] = [at, at + (texts[index] as string).length];
    at = end + 1;
    return start < match.index + match[0].length && end > match.index;
  });
}
