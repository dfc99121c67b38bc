import { companyWords } from './data/companies';
import type { Country } from './data/countries';
import { drawnName } from './person-name';
import type { IssuerTask } from './plan';
import { type Chance, shared } from './random';

/** A name as companies of a country have. */
export function companyName(chance: Chance, country: Country): string {
  const { stems, trades } = companyWords(country.language);
  const form = chance.one(country.forms);
  const family = () => drawnName(chance, country).family;
  const trade = chance.one(trades);
  const kind = chance.next();
  if (kind < 0.55) return `${chance.one(stems)} ${trade} ${form}`;
  if (kind < 0.85) return `${family()} ${trade} ${form}`;
  return `${family()} & ${family()} ${form}`;
}

/** Sizes by a power law that sum to `accounts`: one of `largest`, few big ones, many small ones. */
export function companySizes(chance: Chance, { companies, accounts, largest }: IssuerTask): number[] {
  if (companies === 1) return [accounts];
  const weights = Array.from({ length: companies - 1 }, () => (1 - chance.next()) ** (-1 / 1.15));
  weights.sort((a, b) => b - a);
  // No other may be larger than the largest.
  const cap = (weights.reduce((sum, weight) => sum + weight, 0) * largest) / (accounts - largest);
  return [
    largest,
    ...shared(
      accounts - largest,
      weights.map((weight) => Math.min(weight, cap)),
      1
    )
  ].sort((a, b) => b - a);
}

/** How deep the org points of a company of that many accounts go. */
export const depthOf = (accounts: number) =>
  accounts < 8 ? 0 : accounts < 30 ? 1 : accounts < 250 ? 2 : accounts < 3000 ? 3 : 4;
