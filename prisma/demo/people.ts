import { DAY } from './calendar';
import type { Country } from './data/countries';
import { drawnName, type PersonName } from './person-name';
import { type Chance, chanceOf, drawnHex, drawnId } from './random';
import type { DemoAccount, DemoCompany, DemoIssuer, DemoNode } from './structure';

type Role = 'A' | 'C' | 'G' | 'H' | 'I' | 'O' | 'S';

export interface DemoAssignment {
  id: string;
  role: Role;
  nodeIds: string[];
  isPrimary: boolean;
}

/** A user with its rows of users, user_directory, credentials, assignments and assignment_nodes. */
export interface DemoUser {
  id: string;
  issuerId: string;
  userId: string;
  name: PersonName;
  email: string;
  role: Role;
  status: 'active' | 'inactive' | 'locked';
  lockCause: string | null;
  locale: string | null;
  alias: string;
  ldapId: string;
  nodeId: string;
  companyId: string | null;
  /** Instants in milliseconds. */
  made: number;
  lockedAt: number | null;
  lastSignIn: number | null;
  assignments: DemoAssignment[];
}

/** Gives user ids that nobody has: `given.family`, numbered when taken. */
export class UserIds {
  private readonly next = new Map<string, number>();

  constructor(private readonly taken: ReadonlySet<string>) {}

  of({ given, family }: PersonName): string {
    const base = `${plain(given)}.${plain(family)}`.padEnd(6, 'x').slice(0, 40);
    for (;;) {
      const number = this.next.get(base) ?? 1;
      this.next.set(base, number + 1);
      const userId = number === 1 ? base : `${base}${number}`;
      if (!this.taken.has(userId)) return userId;
    }
  }
}

const LETTERS: Record<string, string> = { ø: 'o', æ: 'ae', ß: 'ss', ł: 'l', ı: 'i', đ: 'd' };

/** Letters of a name as a user id has them: a to z alone. */
function plain(name: string): string {
  const folded = name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[øæßłıđ]/g, (letter) => LETTERS[letter] as string);
  return folded.replace(/[^a-z]/g, '');
}

/** Who reviews, approves and exports an account's transactions: ids of users. */
export interface Desk {
  reviewer: string;
  approver: string;
  exporter: string;
}

interface Seat {
  role: Role;
  node: { id: string; companyId: string | null };
}

/** Makes an issuer's users, and remembers who does what with an account's transactions. */
export class People {
  private readonly chance: Chance;
  private readonly cardholders = new Map<DemoAccount, string>();
  private readonly managers = new Map<string, string>();
  private readonly administrators = new Map<string, string>();

  constructor(
    private readonly issuer: DemoIssuer,
    seed: number,
    private readonly today: number,
    private readonly userIds: UserIds,
    /** Seats of people who are there already. */
    private readonly occupied: { accounts: Map<DemoAccount, string>; nodes: Map<string, string> }
  ) {
    this.chance = chanceOf(seed, 'people', issuer.plan.number);
    for (const [account, userId] of occupied.accounts) this.cardholders.set(account, userId);
    for (const [nodeId, userId] of occupied.nodes) this.managers.set(nodeId, userId);
  }

  /** The issuer's administrators, then each company's people. */
  *all(): Generator<DemoUser> {
    const { issuer } = this;
    const home = issuer.house.country;
    const root = { id: issuer.id, companyId: null };
    for (let count = 0; count < 3; count++) yield this.user(this.name(home), home, 'bank', { role: 'I', node: root });
    for (const group of issuer.groups) {
      const company = issuer.companies.find((one) => one.group === group);
      const country = company?.country ?? home;
      yield this.user(this.name(country), country, 'group', { role: 'G', node: group });
    }
    for (const company of issuer.companies) yield* this.ofCompany(company);
  }

  /** Employees without a card, who stand at a unit of their company: as many as it takes to be `count`. */
  *withoutCard(count: number): Generator<DemoUser> {
    const { companies } = this.issuer;
    const places = companies.flatMap(({ accounts }) => accounts);
    for (let left = count; left > 0; left--) {
      // Large units have more of them.
      const { company, unit } = this.chance.one(places);
      const seat: Seat = { role: 'A', node: unit ?? company.node };
      yield this.user(this.name(company.country), company.country, domainOf(company), seat, { isWithoutCard: true });
    }
  }

  /** Who works on the transactions of an account. */
  deskOf(account: DemoAccount): Desk {
    const { company, unit } = account;
    const exporter = this.administrators.get(company.node.id) as string;
    return {
      reviewer: this.cardholders.get(account) ?? exporter,
      approver: (unit && this.managers.get(unit.id)) ?? exporter,
      exporter
    };
  }

  private name(country: Country): PersonName {
    return drawnName(this.chance, country);
  }

  private *ofCompany(company: DemoCompany): Generator<DemoUser> {
    const { chance, occupied } = this;
    const { country, node, accounts, units } = company;
    const domain = domainOf(company);
    const present = occupied.nodes.get(node.id);
    if (present) this.administrators.set(node.id, present);
    const administrators = Math.min(12, 1 + Math.floor(accounts.length / 150));
    for (let count = present ? 1 : 0; count < administrators; count++) {
      // Every sixth has a card as well, and may switch to the cardholder's role: but the first, who approves for all.
      const own = count > 0 && chance.happens(1 / 6) ? accounts.find((account) => this.isFree(account)) : undefined;
      const user = this.user(
        own?.holder ?? this.name(country),
        country,
        domain,
        { role: 'C', node },
        { isActive: count === 0 }
      );
      if (own) this.addCard(user, [own]);
      if (!this.administrators.has(node.id)) this.administrators.set(node.id, user.id);
      yield user;
    }
    for (const unit of units) {
      if (occupied.nodes.has(unit.id) || !chance.happens(unit.kind === 'account_group' ? 0.9 : 0.7)) continue;
      const user = this.user(this.name(country), country, domain, {
        role: unit.kind === 'account_group' ? 'S' : 'O',
        node: unit
      });
      this.managers.set(unit.id, user.id);
      yield user;
    }
    // A unit without a manager is looked after by the one above; those above come first.
    for (const unit of units) {
      const above = this.managers.get(unit.parentId);
      if (!this.managers.has(unit.id) && above) this.managers.set(unit.id, above);
    }
    let before: { user: DemoUser; accounts: DemoAccount[] } | null = null;
    for (const account of accounts) {
      if (this.cardholders.has(account)) continue;
      // A lost card's successor and a second card belong to the same user.
      if (before && before.accounts[0]?.holder === account.holder) {
        before.accounts.push(account);
        this.cardholders.set(account, before.user.id);
        continue;
      }
      if (before) yield this.withCards(before.user, before.accounts);
      before = null;
      // Not everybody has registered.
      if (chance.happens(0.07)) continue;
      const user = this.user(account.holder, country, domain, { role: 'A', node: account.node });
      this.cardholders.set(account, user.id);
      before = { user, accounts: [account] };
    }
    if (before) yield this.withCards(before.user, before.accounts);
  }

  private isFree(account: DemoAccount): boolean {
    return account.state === 'active' && !this.cardholders.has(account);
  }

  private withCards(user: DemoUser, accounts: DemoAccount[]): DemoUser {
    const [primary] = user.assignments as [DemoAssignment];
    primary.nodeIds = accounts.map(({ node }) => node.id);
    return user;
  }

  private addCard(user: DemoUser, accounts: DemoAccount[]): void {
    const nodeIds = accounts.map(({ node }) => node.id);
    user.assignments.push({ id: drawnId(this.chance, user.made + 1), role: 'A', nodeIds, isPrimary: false });
    for (const account of accounts) this.cardholders.set(account, user.id);
  }

  private user(
    name: PersonName,
    country: Country,
    domain: string,
    { role, node }: Seat,
    { isWithoutCard = false, isActive = false } = {}
  ): DemoUser {
    const { chance, today } = this;
    const made = (today - chance.between(20, 1500)) * DAY + chance.between(6 * 3600, 18 * 3600) * 1000;
    const id = drawnId(chance, made);
    const userId = this.userIds.of(name);
    const fate = isActive || role === 'I' ? 1 : chance.next();
    const status = fate < 0.05 ? 'inactive' : fate < 0.07 ? 'locked' : 'active';
    const signedIn = made + Math.floor(chance.next() * (today * DAY - made));
    return {
      id,
      issuerId: this.issuer.id,
      userId,
      name,
      email: `${userId}@${domain}.example`,
      role,
      status,
      lockCause:
        status === 'locked'
          ? chance.one(['password_attempts', 'password_attempts', 'administrator', 'self_registration'])
          : null,
      lockedAt: status === 'locked' ? signedIn : null,
      lastSignIn: chance.happens(0.85) ? signedIn : null,
      locale: chance.happens(0.7) ? country.locale : null,
      alias: drawnHex(chance),
      ldapId: drawnHex(chance),
      nodeId: node.id,
      companyId: node.companyId,
      made,
      assignments: [{ id: drawnId(chance, made), role, nodeIds: isWithoutCard ? [] : [node.id], isPrimary: true }]
    };
  }
}

/** The mail domain of a company: its name without what is no letter. */
function domainOf({ node }: { node: DemoNode }): string {
  return plain(node.name1).slice(0, 30) || 'company';
}
