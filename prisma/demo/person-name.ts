import type { Country } from './data/countries';
import { type Culture, NAMES } from './data/names';
import { type Chance, weighted } from './random';

/** A person's name, and in their own writing where that isn't Latin. */
export interface PersonName {
  given: string;
  family: string;
  native: string | null;
}

const nameDraws = new Map<Country, (chance: Chance) => number>();

/** A name as it is met in a country. */
export function drawnName(chance: Chance, country: Country): PersonName {
  let draw = nameDraws.get(country);
  if (!draw) {
    draw = weighted(Object.values(country.cultures));
    nameDraws.set(country, draw);
  }
  const culture = Object.keys(country.cultures)[draw(chance)] as Culture;
  const [given = '', ownGiven] = chance.one(NAMES[culture].given).split('/');
  const [family = '', ownFamily] = chance.one(NAMES[culture].family).split('/');
  return {
    given,
    // Polish family names of this kind have a form for women.
    family:
      culture === 'pl' && given.endsWith('a')
        ? family.replace(/([sc]k|dzk)i$/, '$1a')
        : family.replace('_', ' ').replace('_', ' '),
    native: ownGiven && ownFamily ? ownFamily + ownGiven : null
  };
}
