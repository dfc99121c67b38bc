import { codesIn } from './category-codes';
import { findingsOf } from './findings';
import type { PolicyLine, PolicyVersion } from './policy-version';
import { proposedTypes } from './proposed-type';
import type { Says } from './verdicts';

/** The merchant categories that a version names, side by side with what it says about each. */
export interface Codes {
  codes: string[];
  /** The place of the type that is proposed for it; null: none. */
  types: (number | null)[];
  /** The place in `says` of what the rules about categories say, from 1 on; null: nothing. */
  found: (number | null)[];
  says: Says[];
}

/** Has each merchant category that a version names judged once: a line's type follows from it, and what its rules say. */
export function codesOf(version: PolicyVersion): Codes {
  const ofCategories = version.rules.filter(({ kind }) => kind === 'category');
  const lists = [...version.types.filter(({ isActive }) => isActive), ...ofCategories].flatMap((one) =>
    'merchantCategories' in one ? one.merchantCategories : one.categories
  );
  const codes = [...codesIn(lists)];
  const typeOf = proposedTypes(version.types);
  const lines = codes.map((code) => lineOf(code, typeOf(code)?.id ?? null, version.currency));
  const findings = new Map(
    findingsOf(lines, { ...version, rules: ofCategories })
      .filter(({ kind }) => kind === 'category')
      .map((finding) => [finding.lineId, finding])
  );
  const says: Says[] = [];
  const found = codes.map((code) => {
    const finding = findings.get(code);
    if (!finding) return null;
    const { kind, level, type } = finding;
    const known = says.findIndex((one) => one.level === level && one.type === type);
    return known < 0 ? says.push({ kind, level, type }) : known + 1;
  });
  const types = codes.map((code) => {
    const type = typeOf(code);
    return type ? version.types.indexOf(type) : null;
  });
  return { codes, types, found, says };
}

/** An expense of which nothing is known but its merchant category. */
const lineOf = (code: string, typeId: string | null, currency: string): PolicyLine => ({
  id: code,
  ownerId: '',
  date: '2000-01-03',
  claimedOn: '2000-01-03',
  typeId,
  amount: '1',
  currency,
  hasReceipt: true,
  hasStatement: false,
  heads: null,
  nights: null,
  missing: [],
  merchant: null,
  merchantCategory: code
});
