import { copyLine } from '../../lib/core/database/copy-in';
import { merchantCategories } from '../../lib/core/entry/merchant-category-names';
import { COUNTRIES, type Country } from './data/countries';
import { CASH, CATEGORIES, type Category, INVENTED_WORDS, LOCAL_WORDS } from './data/spending';
import { drawnName } from './person-name';
import { type Chance, chanceOf, drawnHex } from './random';

export interface Merchant {
  id: string;
  country: Country;
  /** What it charges against others of its category. */
  prices: number;
  /** The columns from `merchant_id` to `merchant_category_code`, as COPY reads them. */
  columns: string;
}

/** Where those that sell to the whole world send their bills from. */
const WORLD_OFFICES = ['US', 'IE', 'NL', 'GB', 'SG', 'DE', 'US', 'IE'].map(
  (code) => COUNTRIES.find((country) => country.code === code) as Country
);

/** The shops of the world, made as they are first asked for; which ones doesn't depend on when. */
export class Merchants {
  private readonly made = new Map<string, Merchant[]>();

  constructor(private readonly seed: number) {
    const known = merchantCategories();
    const unknown = [...CATEGORIES, CASH].filter(({ code }) => !known.includes(code));
    if (unknown.length > 0) throw new Error(`no merchant category codes: ${unknown.map(({ code }) => code)}`);
  }

  /** The shops of a category that somebody in a city goes to, the busiest first. */
  near(category: Category, country: Country, city: number): readonly Merchant[] {
    const place =
      category.reach === 'city' ? `${country.code} ${city}` : category.reach === 'country' ? country.code : '';
    const key = `${category.code} ${place}`;
    let merchants = this.made.get(key);
    if (!merchants) {
      merchants = this.make(category, country, city, chanceOf(this.seed, 'merchants', key));
      this.made.set(key, merchants);
    }
    return merchants;
  }

  private make(category: Category, country: Country, city: number, chance: Chance): Merchant[] {
    if (category.reach === 'world')
      return category.names.map((name) => merchant(category, name, chance.one(WORLD_OFFICES), 0, chance));
    // Cities are listed by size, and liked categories have more shops.
    const liked = category.weights.reduce((sum, weight) => sum + weight, 0) / 8;
    const count = Math.round(2 + (category.reach === 'city' ? (liked * 4) / (2 + city) : liked));
    return Array.from({ length: count }, () => {
      const seat = category.reach === 'city' ? city : chance.between(0, country.cities.length - 1);
      return merchant(category, chance.one(category.names), country, seat, chance);
    });
  }
}

function merchant(category: Category, pattern: string, country: Country, city: number, chance: Chance): Merchant {
  const { name: cityName, region } = country.cities[city] as Country['cities'][number];
  const name = pattern
    .replace(/\$(\w+)/, (_, kind: string) => chance.one(localWords(kind, country)))
    .replaceAll('#', () => drawnName(chance, country).family)
    .replaceAll('~', () => chance.one(INVENTED_WORDS))
    .replaceAll('%', cityName);
  const id = (BigInt(`0x${drawnHex(chance).slice(0, 13)}`) % 10n ** 15n).toString().padStart(15, '0');
  const columns = copyLine([id, name.slice(0, 40), cityName, region, country.code, category.code]);
  return { id, country, prices: Math.exp(chance.normal() * 0.3), columns };
}

function localWords(kind: string, { language }: Country): string[] {
  const words = LOCAL_WORDS[kind] as Record<string, string[]>;
  return words[language] ?? (words.en as string[]);
}
