import { randomBytes } from 'node:crypto';
import { database as prisma } from '@/lib/core/database/database';
import { keyedHash } from '@/lib/core/secrets/keys';
import {
  acceptApplication,
  approveCompany,
  type CompanyApproval,
  companyApprovalSchema
} from '@/lib/directory/registration/approve-registration';
import { clearLock } from '@/lib/directory/registration/clear-lock';
import {
  corporateCodeFormSchema,
  findCompanyCode,
  setCorporateCode
} from '@/lib/directory/registration/corporate-code';
import { declineRegistration } from '@/lib/directory/registration/decline-registration';
import { CORPORATE_CODES, REGISTRATION_LOCKS, REGISTRATIONS } from '@/lib/directory/registration/listings';
import { findRegistration } from '@/lib/directory/registration/registration-record';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { queuedMails } from '../support/queued-mail';
import { aCorporateCode, aRegistrableAccount } from '../support/registration';
import { granted } from '../support/results';
import { aBrand, trySignIn } from '../support/sign-in';
import { aCompany, aCompanyGroup, anIssuer, anIssuerGroup, type StructureNode } from '../support/structure';

const database = useDatabase();

beforeAll(async () => {
  await aBrand();
});

const address = async () => 'http://localhost/';

/** An application that waits in an issuer. */
async function aPending(issuer: StructureNode, kind: 'company' | 'account_application' = 'company') {
  const email = `${randomBytes(6).toString('hex')}@mail.example`;
  const { id } = await prisma().registration.create({
    data: {
      issuerId: issuer.id,
      id: crypto.randomUUID(),
      kind,
      state: 'pending_approval',
      nodeId: issuer.id,
      brandName: 'tessera',
      locale: 'en_US',
      email,
      name: 'Harbour Lights AB',
      details: { company: 'Harbour Lights AB', firstName: 'Maja', lastName: 'Holm', phone: '+46 31 123 456' },
      registeredAt: new Date()
    }
  });
  return { id, email };
}

const approval = (change: Partial<CompanyApproval> = {}): CompanyApproval => ({
  version: 1,
  number: randomBytes(4).toString('hex').toUpperCase(),
  name: 'Harbour Lights AB',
  companyGroup: null,
  currency: 'SEK',
  userId: null,
  ...change
});

async function aWorld() {
  const issuer = await anIssuer(database.current);
  await database.current.query('INSERT INTO issuer_brands (issuer_id, brand_name) VALUES ($1, $2)', [
    issuer.id,
    'tessera'
  ]);
  const administrator = await aPrincipalAt(database.current, 'I', issuer);
  return { issuer, administrator, ...(await aPending(issuer)) };
}

describe('C1.014 the approval queue', () => {
  test('an approved company has its node, and its first administrator signs in with what two mails bring', async () => {
    const { issuer, administrator, id, email } = await aWorld();
    const group = await aCompanyGroup(database.current, issuer);
    const approved = granted(
      await approveCompany(administrator, id, approval({ companyGroup: group.id, number: 'HL-1' }), address, ORIGIN)
    );
    const [company] = await database.current.query(
      `SELECT n.number, n.name_1, n.parent_id, c.currency, n.company_id = n.id AS own FROM nodes n JOIN companies c ON c.id = n.id WHERE n.id = $1`,
      [approved.companyId]
    );
    expect(company).toEqual({
      number: 'HL-1',
      name_1: 'Harbour Lights AB',
      parent_id: group.id,
      currency: 'SEK',
      own: true
    });
    const acts = await database.current.query(
      'SELECT action, entity_id, details FROM audit_entries WHERE issuer_id = $1 ORDER BY sequence DESC LIMIT 2',
      [issuer.id]
    );
    expect(acts).toMatchObject([
      { action: 'registration.approved', entity_id: id, details: { company: approved.companyId } },
      { action: 'structure.created', entity_id: approved.companyId, details: { parent: group.id } }
    ]);
    const mails = await queuedMails(database.current, email);
    expect(mails.map(({ template }) => template)).toEqual(['user_created', 'temporary_password']);
    expect(mails[0]?.params.userId).toBe(approved.userId);
    const [user] = await database.current.query<{ alias: string }>(
      'SELECT b2b_alias AS alias FROM user_directory WHERE user_id_key = $1',
      [approved.userId.toLowerCase()]
    );
    const outcome = await trySignIn({ b2BAlias: user?.alias as string }, { secret: String(mails[1]?.params.password) });
    expect(outcome).toMatchObject({ sessionKind: 'change_password' });
    expect(await findRegistration(administrator, id)).toMatchObject({ state: 'approved', decidedBy: 'Robin Example' });
  });

  test('nothing of it is left when a part fails', async () => {
    const { issuer, administrator, id, email } = await aWorld();
    const taken = await aCompany(database.current, issuer);
    expect(
      await approveCompany(administrator, id, approval({ number: taken.number as string }), address, ORIGIN)
    ).toMatchObject({
      refusal: { code: 'structure.number.taken', field: 'number' }
    });
    const [somebody] = await database.current.query<{ user_id: string }>('SELECT user_id FROM users LIMIT 1');
    const number = 'HL-2';
    expect(
      await approveCompany(administrator, id, approval({ number, userId: somebody?.user_id ?? '' }), address, ORIGIN)
    ).toMatchObject({
      refusal: { code: 'user.id.taken', field: 'userId' }
    });
    expect(await database.current.query('SELECT 1 FROM nodes WHERE number = $1', [number])).toEqual([]);
    expect(await queuedMails(database.current, email)).toEqual([]);
    expect(await findRegistration(administrator, id)).toMatchObject({ state: 'pending_approval' });
  });

  test('a declined applicant gets the reason, and nothing else happens', async () => {
    const { administrator, id, email } = await aWorld();
    const reason = 'The company is registered already.';
    expect((await declineRegistration(administrator, id, { version: 1, reason }, ORIGIN)).ok).toBe(true);
    expect(await queuedMails(database.current, email)).toMatchObject([
      { template: 'registration_declined', params: { reason } }
    ]);
    expect(await findRegistration(administrator, id)).toMatchObject({ state: 'declined', reason });
  });

  test('an application for a card account is accepted, and makes nobody', async () => {
    const { issuer, administrator } = await aWorld();
    const { id, email } = await aPending(issuer, 'account_application');
    expect((await acceptApplication(administrator, { id, version: 1 }, ORIGIN)).ok).toBe(true);
    expect(await queuedMails(database.current, email)).toMatchObject([{ template: 'application_accepted' }]);
    expect(await approveCompany(administrator, id, approval({ version: 2 }), address, ORIGIN)).toMatchObject({
      ok: false
    });
  });

  test('is answered once, also by two at the same moment, and over what was looked at', async () => {
    const { administrator, id } = await aWorld();
    expect(await declineRegistration(administrator, id, { version: 0, reason: 'No' }, ORIGIN)).toMatchObject({
      refusal: { code: 'record.changed' }
    });
    const answers = await Promise.all([
      approveCompany(administrator, id, approval(), address, ORIGIN),
      declineRegistration(administrator, id, { version: 1, reason: 'No' }, ORIGIN)
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await declineRegistration(administrator, id, { version: 2, reason: 'No' }, ORIGIN)).toMatchObject({
      refusal: { code: 'registration.decided' }
    });
  });

  test('C8.026 what nobody has submitted yet is not answered: a workflow violation', async () => {
    const { issuer, company, account } = await aRegistrableAccount(database.current);
    const administrator = await aPrincipalAt(database.current, 'I', issuer);
    const { id } = await prisma().registration.create({
      data: {
        issuerId: issuer.id,
        id: crypto.randomUUID(),
        kind: 'cardholder',
        state: 'matched',
        nodeId: account.id,
        brandName: 'tessera',
        locale: 'en_US',
        email: 'robin@mail.example',
        name: company.name,
        tokenHash: randomBytes(32),
        expiresAt: new Date(Date.now() + 60_000),
        registeredAt: new Date()
      }
    });
    for (const answer of [
      await acceptApplication(administrator, { id, version: 1 }, ORIGIN),
      await declineRegistration(administrator, id, { version: 1, reason: 'No' }, ORIGIN)
    ])
      expect(answer).toEqual({ ok: false, refusal: { code: 'workflow.violation' } });
  });

  test('C8.024 a company is not let in by accepting a card account, nor the other way round', async () => {
    const { issuer, administrator, id } = await aWorld();
    const other = await aPending(issuer, 'account_application');
    for (const answer of [
      await acceptApplication(administrator, { id, version: 1 }, ORIGIN),
      await approveCompany(administrator, other.id, approval(), address, ORIGIN)
    ])
      expect(answer).toEqual({ ok: false, refusal: { code: 'operation.invalid' } });
  });

  test('is visible to users with the whole issuer, answered with permission, and hidden from others', async () => {
    const { issuer, id } = await aWorld();
    const elsewhere = await aPrincipalAt(database.current, 'I', await anIssuer(database.current));
    const company = await aPrincipalAt(database.current, 'C', await aCompany(database.current, issuer));
    const issuerGroup = await aPrincipalAt(database.current, 'H', await anIssuerGroup(database.current, [issuer]));
    for (const principal of [elsewhere, company]) {
      expect(await findRegistration(principal, id)).toBeNull();
      expect(await approveCompany(principal, id, approval(), address, ORIGIN)).toEqual({
        ok: false,
        refusal: { code: 'registration.not.found' }
      });
      const { rows } = await listPage(principal, REGISTRATIONS, readQuery(REGISTRATIONS, {}));
      expect(rows).toEqual([]);
    }
    const { rows } = await listPage(issuerGroup, REGISTRATIONS, readQuery(REGISTRATIONS, {}));
    expect(rows).toMatchObject([{ id, name: 'Harbour Lights AB', kind: 'company', state: 'pending_approval' }]);
    expect(await approveCompany(issuerGroup, id, approval(), address, ORIGIN)).toEqual({
      ok: false,
      refusal: { code: 'user.not.authorized' }
    });
  });

  test('a company group of another issuer is no place for it', async () => {
    const { administrator, id } = await aWorld();
    const group = await aCompanyGroup(database.current, await anIssuer(database.current));
    expect(
      await approveCompany(administrator, id, approval({ companyGroup: group.id }), address, ORIGIN)
    ).toMatchObject({
      refusal: { code: 'place.not.found', field: 'companyGroup' }
    });
  });

  test('what an administrator enters is checked', () => {
    const faults = (form: object) =>
      companyApprovalSchema.safeParse(form).error?.issues.map(({ path, message }) => `${path}:${message}`);
    expect(faults({ version: '1', number: 'A 1', name: '', companyGroup: '', currency: 'kr', userId: 'ab' })).toEqual([
      ...[
        'number:structure.number.invalid',
        expect.stringMatching(/^name:/),
        'currency:currency.invalid',
        'userId:user.id.short'
      ]
    ]);
    expect(
      companyApprovalSchema.parse({
        version: '1',
        number: 'A1',
        name: 'A',
        companyGroup: '',
        currency: 'sek',
        userId: ''
      })
    ).toMatchObject({ currency: 'SEK', userId: null, companyGroup: null });
  });
});

describe('C4.025 the lock of a self-registration', () => {
  async function locked() {
    const card = await aRegistrableAccount(database.current);
    const { issuerId, id: nodeId } = card.account;
    const { id } = await prisma().registrationLock.create({
      data: {
        id: crypto.randomUUID(),
        subject: 'account',
        subjectHash: new Uint8Array(keyedHash('card-number-hash', card.cardNumber)),
        misses: 3,
        lastMissedAt: new Date(),
        lockedAt: new Date(),
        issuerId,
        nodeId,
        label: card.cardNumber.slice(-4)
      }
    });
    return { card, id };
  }

  test('is listed for and cleared by an administrator of the account’s company', async () => {
    const { card, id } = await locked();
    const administrator = await aPrincipalAt(database.current, 'C', card.company);
    const list = async () =>
      (await listPage(administrator, REGISTRATION_LOCKS, readQuery(REGISTRATION_LOCKS, {}))).rows;
    expect(await list()).toMatchObject([
      { id, subject: 'account', label: card.cardNumber.slice(-4), company: card.company.name }
    ]);
    expect((await clearLock(administrator, id, ORIGIN)).ok).toBe(true);
    expect(await list()).toEqual([]);
    expect(await clearLock(administrator, id, ORIGIN)).toMatchObject({
      refusal: { code: 'registration.lock.not.found' }
    });
    const [entry] = await database.current.query(
      "SELECT actor_user_id AS actor FROM audit_entries WHERE action = 'registration.lock_cleared' AND entity_id = $1",
      [id]
    );
    expect(entry).toEqual({ actor: administrator.userId });
  });

  test('is nobody else’s', async () => {
    const { card, id } = await locked();
    const stranger = await aPrincipalAt(database.current, 'C', await aCompany(database.current, card.issuer));
    expect(await clearLock(stranger, id, ORIGIN)).toMatchObject({ refusal: { code: 'registration.lock.not.found' } });
    const group = await anIssuerGroup(database.current, [card.issuer]);
    const viewer = await aPrincipalAt(database.current, 'H', group);
    expect(await clearLock(viewer, id, ORIGIN)).toMatchObject({ refusal: { code: 'user.not.authorized' } });
  });
});

describe('C5.038 the corporate code of a company', () => {
  test('is set, changed and taken away by its administrator, within the rule and once in an issuer', async () => {
    const issuer = await anIssuer(database.current);
    const [company, other] = [await aCompany(database.current, issuer), await aCompany(database.current, issuer)];
    const administrator = await aPrincipalAt(database.current, 'C', company);
    const [code, second] = [aCorporateCode(), aCorporateCode()];
    for (const next of [code, second]) {
      expect((await setCorporateCode(administrator, company.id, { code: next }, ORIGIN)).ok).toBe(true);
      expect(await findCompanyCode(administrator, company.id)).toMatchObject({ setAt: expect.any(Date) });
    }
    const issuers = await aPrincipalAt(database.current, 'I', issuer);
    expect(await setCorporateCode(issuers, other.id, { code: second }, ORIGIN)).toMatchObject({
      refusal: { code: 'corporate.code.taken', field: 'code' }
    });
    expect((await setCorporateCode(administrator, company.id, { code: null }, ORIGIN)).ok).toBe(true);
    expect(await findCompanyCode(administrator, company.id)).toMatchObject({ setAt: null });
    expect(await setCorporateCode(administrator, other.id, { code }, ORIGIN)).toMatchObject({
      refusal: { code: 'company.not.found' }
    });
    const { rows } = await listPage(issuers, CORPORATE_CODES, readQuery(CORPORATE_CODES, {}));
    expect(rows.map(({ id }) => id).sort()).toEqual([company.id, other.id].sort());
    expect(corporateCodeFormSchema.parse({ remove: true })).toEqual({ code: null });
    for (const code of [undefined, ' ', '123456'])
      expect(corporateCodeFormSchema.safeParse({ code, remove: false }).success).toBe(false);
  });

  test('C5.038 is kept as a keyed hash, and stands in no row, list, record or audit entry', async () => {
    const issuer = await anIssuer(database.current);
    const company = await aCompany(database.current, issuer);
    const administrator = await aPrincipalAt(database.current, 'C', company);
    const code = aCorporateCode();
    expect((await setCorporateCode(administrator, company.id, { code }, ORIGIN)).ok).toBe(true);
    const kept = await database.current.query('SELECT * FROM corporate_codes WHERE company_id = $1', [company.id]);
    const audit = await database.current.query('SELECT details FROM audit_entries WHERE issuer_id = $1', [issuer.id]);
    const { rows } = await listPage(administrator, CORPORATE_CODES, readQuery(CORPORATE_CODES, {}));
    expect(kept).toMatchObject([{ code: null, code_hash: expect.any(Buffer) }]);
    expect(JSON.stringify([kept, audit, rows, await findCompanyCode(administrator, company.id)])).not.toContain(code);
  });
});
