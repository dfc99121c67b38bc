import { checkDigit } from '../../lib/core/secrets/card-digits';
import { DAY } from './calendar';
import { companyName, companySizes, depthOf } from './company-shape';
import { companyWords } from './data/companies';
import { COUNTRIES, type Country, CURRENCIES } from './data/countries';
import { PROFILE_SHARES, PROFILES } from './data/spending';
import { drawnName, type PersonName } from './person-name';
import type { IssuerPlan, IssuerTask } from './plan';
import { type Chance, chanceOf, drawnId, weighted } from './random';

export interface DemoNode {
  id: string;
  kind: 'company_group' | 'company' | 'account_group' | 'org_point' | 'account';
  parentId: string;
  parentKind: string;
  companyId: string | null;
  path: string;
  number: string | null;
  name1: string;
  name2: string | null;
  level: number | null;
  status: 'active' | 'closed';
  /** The instant it was made, in milliseconds. */
  made: number;
}

export interface DemoAccount {
  issuerId: string;
  node: DemoNode;
  company: DemoCompany;
  /** The unit that it lies in, none for a company's own. */
  unit: DemoNode | null;
  holder: PersonName;
  cardNumber: string;
  state: 'active' | 'suspended' | 'closed' | 'replaced';
  replacedBy: DemoAccount | null;
  /** Index into PROFILES. */
  profile: number;
  /** Index into the country's cities. */
  city: number;
  creditLimit: number;
  transactionLimit: number;
  cardType: string;
  /** Days since 1970. */
  opened: number;
  closed: number | null;
}

export interface DemoCompany {
  node: DemoNode;
  group: DemoNode | null;
  country: Country;
  /** Account groups and org points, those above before those below. */
  units: DemoNode[];
  accounts: DemoAccount[];
}

export interface DemoIssuer {
  id: string;
  plan: IssuerPlan;
  groups: DemoNode[];
  companies: DemoCompany[];
  house: DemoCompany;
}

/** What the database says of an issuer's place, and how labels of paths are taken. */
export interface Ground {
  issuerId: string;
  rootPath: string;
  nextLabel(): string;
}

const LIMITS = [1000, 2000, 2500, 5000, 7500, 10000, 15000, 20000, 25000, 50000];
const CARD_TYPES = ['TRAVEL', 'PURCHASING', 'FLEET', 'VIRTUAL', 'EXECUTIVE'];

/** A round limit, in the size that the country's money has. */
function drawnLimit(chance: Chance, { currency }: Country, high: boolean): number {
  const { perDollar } = CURRENCIES[currency] as { perDollar: number };
  return (
    (LIMITS[chance.between(high ? 5 : 0, high ? 9 : 7)] as number) *
    10 ** Math.max(0, Math.round(Math.log10(perDollar)))
  );
}

/** Grows an issuer's structure: the same for the same seed and day but for the labels of its paths. */
export function growIssuer(seed: number, today: number, task: IssuerTask, ground: Ground): DemoIssuer {
  const { plan } = task;
  const chance = chanceOf(seed, 'structure', plan.number);
  const countryCodes = Object.keys(plan.countries);
  const drawCountry = weighted(Object.values(plan.countries));
  const drawProfile = weighted(Object.values(PROFILE_SHARES));
  const countryOf = (code: string) => COUNTRIES.find((country) => country.code === code) as Country;
  const root = { id: ground.issuerId, kind: 'issuer', path: ground.rootPath, companyId: null };
  const oldest = today - 365 * 8;

  const newNode = (
    kind: DemoNode['kind'],
    parent: { id: string; kind: string; path: string; companyId: string | null },
    day: number,
    number: string | null,
    name1: string
  ): DemoNode => {
    const made = day * DAY + chance.between(7 * 60, 17 * 60) * 60_000;
    const id = drawnId(chance, made);
    return {
      id,
      kind,
      parentId: parent.id,
      parentKind: parent.kind,
      companyId: kind === 'company' ? id : parent.companyId,
      path: parent.path + ground.nextLabel(),
      number,
      name1: name1.slice(0, 80),
      name2: null,
      level: null,
      status: 'active',
      made
    };
  };

  const groups = Array.from({ length: task.companies > 3 ? Math.ceil(task.companies / 12) : 0 }, (_, index) => {
    const { stems } = companyWords(countryOf(countryCodes[drawCountry(chance)] as string).language);
    return newNode(
      'company_group',
      root,
      oldest - 30,
      `G${String(index + 1).padStart(4, '0')}`,
      `${chance.one(stems)} Group`
    );
  });

  let cards = 0;
  const newCardNumber = (): string => {
    const bin = plan.bins[cards % plan.bins.length] as string;
    // A walk over all numbers of nine digits that meets each once.
    const digits = String((cards++ * 387_420_489 + seed * 7919 + 123_456_789) % 1_000_000_000).padStart(9, '0');
    return bin + digits + checkDigit(bin + digits);
  };

  const growCompany = (size: number, index: number, isHouse: boolean): DemoCompany => {
    const country = isHouse ? countryOf(plan.house.country) : countryOf(countryCodes[drawCountry(chance)] as string);
    const since = chance.between(oldest, today - 365 * (size > 100 ? 3 : 1));
    const [firstGroup = null] = groups;
    const group =
      isHouse && !plan.house.inGroup
        ? null
        : isHouse
          ? firstGroup
          : groups.length > 0 && chance.happens(0.55)
            ? chance.one(groups)
            : null;
    const node = newNode(
      'company',
      group ?? root,
      since,
      String(100_001 + index * 7),
      isHouse ? plan.house.name : companyName(chance, country)
    );
    const hub = chance.between(0, Math.min(country.cities.length - 1, 5));
    node.name2 = (country.cities[hub] as { name: string }).name;
    const company: DemoCompany = { node, group, country, units: [], accounts: [] };
    const leaves = growUnits(company, size, since, isHouse);
    const drawLeaf = leaves.length > 0 ? weighted(leaves.map(() => 0.3 + chance.next())) : () => 0;
    for (let count = 0; count < size; count++) {
      // Some lie at the company itself: its head office.
      const unit =
        leaves.length > 0 && (isHouse || chance.happens(0.94)) ? (leaves[drawLeaf(chance)] as DemoNode) : null;
      // One in thirty is the successor of a lost card.
      const before = company.accounts.at(-1);
      const replaces = before && before.state === 'active' && chance.happens(0.03) ? before : null;
      // A few people have a second card.
      const holder = replaces?.holder ?? (before && chance.happens(0.04) ? before.holder : drawnName(chance, country));
      company.accounts.push(growAccount(company, replaces ? replaces.unit : unit, holder, since, hub, replaces));
    }
    return company;
  };

  const growUnits = (company: DemoCompany, size: number, since: number, isHouse: boolean): DemoNode[] => {
    const { divisions, departments } = companyWords(company.country.language);
    const { cities } = company.country;
    const grouped = isHouse || (size >= 40 && chance.happens(0.6));
    const tops: DemoNode[] = grouped
      ? Array.from({ length: Math.min(12, 1 + Math.ceil(size / 400)) }, (_, at) => {
          const name = `${chance.one(cities).name} ${at + 1}`;
          const unit = newNode('account_group', company.node, since, `AG${String(at + 1).padStart(2, '0')}`, name);
          company.units.push(unit);
          return unit;
        })
      : [company.node];
    const depth = Math.max(depthOf(size), isHouse ? 2 : 0);
    let parents = tops;
    for (let level = 1; level <= depth; level++) {
      // So many that the last level has units of some dozen accounts.
      const wanted = Math.max(2, Math.round((size / 14) ** (level / depth)));
      const children = Array.from({ length: Math.max(wanted, parents.length) }, (_, at) => {
        const parent = parents[at % parents.length] as DemoNode;
        const word = chance.one(level === 1 && depth > 1 ? divisions : departments);
        const place = level > 1 && chance.happens(0.4) ? ` ${chance.one(cities).name}` : '';
        const number = String(level * 100_000 + (at + 1) * 10);
        const unit = newNode('org_point', parent, since, number, word + place);
        unit.level = level;
        company.units.push(unit);
        return unit;
      });
      parents = children;
    }
    return depth > 0 ? parents : grouped ? tops : [];
  };

  const growAccount = (
    company: DemoCompany,
    unit: DemoNode | null,
    holder: PersonName,
    since: number,
    hub: number,
    replaces: DemoAccount | null
  ): DemoAccount => {
    const { country, node: companyNode } = company;
    const profile = replaces?.profile ?? drawProfile(chance);
    // Many are opened with the company, the others over the years.
    const opened = replaces
      ? chance.between(Math.max(replaces.opened + 30, today - 500), today - 20)
      : chance.happens(0.3)
        ? since + chance.between(5, 60)
        : chance.between(since + 5, today - 15);
    const node = newNode(
      'account',
      unit ?? companyNode,
      Math.min(opened, today - 15),
      null,
      `${holder.given} ${holder.family}`
    );
    node.name2 = holder.native ?? companyNode.name1;
    const account: DemoAccount = {
      issuerId: ground.issuerId,
      node,
      company,
      unit,
      holder,
      cardNumber: newCardNumber(),
      state: 'active',
      replacedBy: null,
      profile,
      city: replaces?.city ?? (chance.happens(0.6) ? hub : chance.between(0, country.cities.length - 1)),
      creditLimit: drawnLimit(chance, country, PROFILES[profile] === 'executive'),
      transactionLimit: 0,
      cardType: chance.happens(0.06) ? 'VIRTUAL' : (CARD_TYPES[[0, 1, 2, 1, 4][profile] as number] as string),
      opened: Math.min(opened, today - 15),
      closed: null
    };
    account.transactionLimit = account.creditLimit / chance.one([1, 2, 2, 4, 5]);
    const fate = chance.next();
    if (replaces) {
      replaces.state = 'replaced';
      replaces.replacedBy = account;
      replaces.closed = Math.max(account.opened, replaces.opened);
      replaces.node.status = 'closed';
    } else if (fate < 0.03) account.state = 'suspended';
    else if (fate < 0.07 && account.opened < today - 60) {
      account.state = 'closed';
      account.closed = chance.between(account.opened + 30, today - 1);
      node.status = 'closed';
    }
    return account;
  };

  const sizes = companySizes(chance, task);
  const houseAt = Math.min(1, sizes.length - 1);
  const companies = sizes.map((size, index) => growCompany(size, index, index === houseAt));
  return { id: ground.issuerId, plan, groups, companies, house: companies[houseAt] as DemoCompany };
}
