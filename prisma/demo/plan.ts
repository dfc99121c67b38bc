/** One issuer of the demo world: its part of it, and where its companies and travellers are. */
export interface IssuerPlan {
  number: string;
  /** Its part of the companies and accounts. */
  share: number;
  /** Where its companies are, by ISO 3166-1 code and weight. */
  countries: Record<string, number>;
  /** Where business takes their people besides. */
  destinations: Record<string, number>;
  /** What its card numbers begin with: ranges that the card schemes give out for tests. */
  bins: string[];
  bankNumber: string;
  icas: string[];
  /** The company where the issuer's demo people work: its country, its name, and whether it stands in a company group. */
  house: { country: string; name: string; inGroup: boolean };
}

const EUROPE = { DE: 20, GB: 18, FR: 14, NL: 10, ES: 8, IT: 8, DK: 6, SE: 6, CH: 6, PL: 4, US: 10 };

const ISSUERS: IssuerPlan[] = [
  {
    number: '1001',
    share: 0.3,
    countries: { SE: 42, NO: 20, DK: 18, FI: 14, DE: 3, PL: 3 },
    destinations: { ...EUROPE, NO: 14, FI: 10, SE: 14 },
    bins: ['400000', '555555'],
    bankNumber: '4501',
    icas: ['10045', '10046'],
    house: { country: 'SE', name: 'Älvdala Energi AB', inGroup: true }
  },
  {
    number: '1002',
    share: 0.25,
    countries: { SG: 24, JP: 28, KR: 16, CN: 14, IN: 12, ID: 4, AU: 2 },
    destinations: { SG: 20, JP: 18, CN: 16, KR: 10, IN: 8, AU: 8, US: 12, GB: 4, DE: 4, ID: 6 },
    bins: ['411111', '222300'],
    bankNumber: '7712',
    icas: ['20871'],
    house: { country: 'JP', name: 'Minatomi Electric K.K.', inGroup: false }
  },
  {
    number: '1003',
    share: 0.25,
    countries: { US: 86, CA: 9, MX: 3, GB: 2 },
    destinations: { US: 60, CA: 12, MX: 8, GB: 10, DE: 5, JP: 5, BR: 3 },
    bins: ['424242', '510510'],
    bankNumber: '3310',
    icas: ['30012', '30013', '30019'],
    house: { country: 'US', name: 'Maplecrest Manufacturing, Inc.', inGroup: true }
  },
  {
    number: '1004',
    share: 0.1,
    countries: { GB: 74, IE: 10, FR: 6, ES: 5, NL: 5 },
    destinations: { ...EUROPE, IE: 10 },
    bins: ['401288', '520082'],
    bankNumber: '2208',
    icas: ['40077'],
    house: { country: 'GB', name: 'Harrowgate Consulting Ltd', inGroup: false }
  },
  {
    number: '1005',
    share: 0.1,
    countries: { DE: 34, FR: 18, IT: 14, ES: 10, NL: 8, CH: 6, PL: 4, TR: 4, PT: 2 },
    destinations: EUROPE,
    bins: ['400002', '545454'],
    bankNumber: '6120',
    icas: ['50031', '50032'],
    house: { country: 'DE', name: 'Rheinfeld Maschinenbau GmbH', inGroup: true }
  }
];

export const SIZES = {
  small: { issuers: 3, companies: 40, accounts: 2_000, users: 0, transactions: 20_000, months: 12, largest: 0.08 },
  medium: { issuers: 3, companies: 500, accounts: 20_000, users: 0, transactions: 200_000, months: 12, largest: 0.08 },
  large: {
    issuers: 5,
    companies: 5_000,
    accounts: 200_000,
    users: 1_000_000,
    transactions: 10_000_000,
    months: 24,
    largest: 0.25
  }
} as const;
export type Size = keyof typeof SIZES;

/** How many companies and accounts an issuer gets. */
export interface IssuerTask {
  plan: IssuerPlan;
  companies: number;
  accounts: number;
  /** The accounts of its largest company. */
  largest: number;
}

/**
 * What each issuer gets of a size. With three issuers the fourth is not left out: one of the demo's people is
 * its customer, who needs a company to work at.
 */
export function tasksOf(size: Size): IssuerTask[] {
  const { issuers, companies, accounts, largest } = SIZES[size];
  const tasks = ISSUERS.slice(0, issuers).map((plan) => ({ plan, companies: 0, accounts: 0, largest: 0 }));
  const extra = issuers < 4 ? [{ plan: ISSUERS[3] as IssuerPlan, companies: 1, accounts: 12, largest: 12 }] : [];
  const all = tasks.reduce((sum, { plan }) => sum + plan.share, 0);
  let [companiesLeft, accountsLeft, sharesLeft] = [companies - extra.length, accounts - extra.length * 12, all];
  for (const task of tasks) {
    const part = task.plan.share / sharesLeft;
    task.companies = Math.round(companiesLeft * part);
    task.accounts = Math.round(accountsLeft * part);
    companiesLeft -= task.companies;
    accountsLeft -= task.accounts;
    sharesLeft -= task.plan.share;
    task.largest = Math.round(task.accounts * 0.2);
  }
  // The one that lists and summaries are measured with.
  const [first] = tasks;
  if (first) first.largest = Math.round(accounts * largest);
  return [...tasks, ...extra];
}
