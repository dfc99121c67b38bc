import { randomInt, randomUUID } from 'node:crypto';
import { closingFields, requestFields } from '@/app/workspace/purchase-requests/fields';
import { parseForm } from '@/app/workspace/ui/parse-form';
import type { Principal } from '@/lib/access/policy/principal';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { COMMENTABLES } from '@/lib/composition/process/commentables';
import { isCardNumber } from '@/lib/core/secrets/card-digits';
import { decrypt } from '@/lib/core/secrets/encryption';
import { shiftClock } from '@/lib/core/server/clock';
import { addAttachment } from '@/lib/kit/attachments/add-attachment';
import { attachmentsOf } from '@/lib/kit/attachments/attachments';
import { addComment } from '@/lib/kit/comments/add-comment';
import { commentsOf } from '@/lib/kit/comments/comments';
import { findReaders } from '@/lib/kit/comments/find-readers';
import { listCount, listPage, listRows, listTotals } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { activateRecord } from '@/lib/kit/setup/activate-record';
import { entityNamed } from '@/lib/kit/setup/entities';
import type { Values } from '@/lib/kit/setup/field';
import { cancelRequest, closingSchema, submitRequest } from '@/lib/money/purchasing/change-state';
import { approveRequest, declineRequest } from '@/lib/money/purchasing/decide-request';
import { cardOf, decisionsOf, linesOf } from '@/lib/money/purchasing/details';
import { entrySchema, lineField, type RequestEntry } from '@/lib/money/purchasing/entry';
import { PURCHASE_REQUESTS, PURCHASES_WAITING } from '@/lib/money/purchasing/listing';
import { seenRequest } from '@/lib/money/purchasing/requests';
import { changeRequest, createRequest } from '@/lib/money/purchasing/save-request';
import { type Offer, offeredTemplates, offerOf } from '@/lib/money/purchasing/terms';
import { tryPurchase } from '@/lib/money/purchasing/try-purchase';
import { aProfile } from '../support/approvals';
import { aReceipt, sentFile } from '../support/attachments';
import { deliverNotices } from '../support/deliver-notices';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, aRequest, aSupplier, entryOf, inGroup, type Offered, TEMPLATE } from '../support/purchasing';
import { queuedMails } from '../support/queued-mail';
import { codeOf, granted, refusedFor } from '../support/results';
import { withSetting } from '../support/settings';
import { aRecord, READER, recordNow, recordsOf, tryChange, tryDelete, tryRecord } from '../support/setup';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let other: StructureNode;
let place: StructureNode;
let account: StructureNode;
let A: Principal;
let C: Principal;
let approver: Principal;

beforeAll(async () => {
  await aBrand();
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  other = await aCompany(world.current, issuer);
});
beforeEach(async () => {
  place = await anOrgPoint(world.current, company);
  account = await anAccount(world.current, place);
  A = await aPrincipalAt(world.current, 'A', account);
  approver = await aPrincipalAt(world.current, 'O', place);
  C = await aPrincipalAt(world.current, 'C', company);
});
afterEach(() => shiftClock(0));

const seen = async (id: string, by = A) => {
  const request = await seenRequest(by, id);
  return { id, version: request?.version ?? 0 };
};
const stateOf = async (id: string) => (await seenRequest(A, id))?.state;
const submit = async (id: string, by = A) => submitRequest(by, await seen(id), ORIGIN);
const approve = async (id: string, by = approver) => approveRequest(by, await seen(id), null, ORIGIN);
const decline = async (id: string, by = approver) => declineRequest(by, await seen(id), 'Too dear', ORIGIN);
const cancel = async (id: string, by = A) =>
  cancelRequest(by, await seen(id), (await cardNow(id))?.lastFour ?? null, ORIGIN);
const change = async (id: string, offered: Offered, more: Partial<RequestEntry> = {}, by = A) => {
  const changed = await changeRequest(by, await seen(id), entryOf(offered, more), ORIGIN);
  return changed.ok ? [] : changed.refusals.map(({ field, code }) => [field, code].filter(Boolean).join(' '));
};
const cardNow = async (id: string) => cardOf({ issuerId: company.issuerId, id });
const rows = async (by: Principal, listing = PURCHASE_REQUESTS, query: Record<string, string> = {}) => {
  const found: string[] = [];
  for await (const { id } of listRows(by, listing, readQuery(listing, query))) found.push(String(id));
  return found;
};

async function aPending(options: Parameters<typeof anOffer>[2] = {}, more: Partial<RequestEntry> = {}) {
  const offered = await anOffer(C, company, options);
  const id = await aRequest(A, offered, more);
  granted(await submit(id));
  return { offered, id };
}

async function anApproved(options: Parameters<typeof anOffer>[2] = {}) {
  const pending = await aPending(options);
  granted(await approve(pending.id));
  return pending;
}

describe('set-up', () => {
  const tryTemplate = async (values: Values) => {
    const { type } = await anOffer(C, company);
    return tryRecord(C, 'purchase-template', recordsOf(company), {
      name: `T ${randomUUID()}`,
      ...TEMPLATE,
      type,
      ...values
    });
  };
  const off = { velocity: null, velocityAmount: null };
  const aging = { ...off, agingVelocity: 'true', agingAmount: '100', agingDays: '7' };

  test.each<[string, Values, string[]]>([
    ['C5.071 neither velocity', off, ['velocity purchase.velocity.required']],
    ['C5.071 aging velocity suffices', aging, []],
    [
      'C3.069 both velocities',
      { ...aging, velocity: 'daily', velocityAmount: '1' },
      ['agingVelocity purchase.velocity.both']
    ],
    ['C3.017 a velocity of nothing', { velocityAmount: null }, ['velocityAmount purchase.limit.required']],
    [
      'C3.017 one for the whole life without a validity',
      { velocity: 'continuous' },
      ['validity purchase.velocity.continuous']
    ],
    [
      'C3.069 aging velocity with a transaction limit',
      { ...aging, transactionLimit: 'true', transactionCount: '1' },
      ['transactionLimit purchase.aging.limit']
    ],
    [
      'C3.068 a transaction limit of nothing',
      { transactionLimit: 'true' },
      ['transactionAmount purchase.limit.required']
    ],
    [
      'C3.062 a range that runs backwards',
      { amountRange: 'true', amountMin: '2', amountMax: '1' },
      ['amountMax number.too.small']
    ],
    [
      'C3.063 bands that overlap',
      { exactAmounts: 'true', exactBands: ['1-3', '2'] },
      ['exactBands purchase.bands.overlap']
    ],
    ['C3.063 no amount', { exactAmounts: 'true', exactBands: ['many'] }, ['exactBands purchase.band.invalid']],
    [
      'C5.020 hours that run backwards',
      { timeOfDay: 'true', openDays: ['monday'], openFrom: '17:00', openTo: '08:00' },
      ['openTo time.from.not.before.to']
    ],
    [
      'C5.020 a curfew that runs backwards',
      { curfew: 'day', curfewDays: ['monday'], curfewFrom: '22:00', curfewTo: '06:00' },
      ['curfewTo time.from.not.before.to']
    ],
    [
      'C3.065 over midnight it may',
      { curfew: 'overnight', curfewDays: ['monday'], curfewFrom: '22:00', curfewTo: '06:00' },
      []
    ],
    [
      'C3.066 days that run backwards',
      { validity: 'dates', validFrom: '2026-02-02', validTo: '2026-02-01' },
      ['validTo date.from.after.to']
    ],
    [
      'C3.067 a name of two letters',
      { merchantName: 'starts', merchantNames: ['ÅØ'] },
      ['merchantNames purchase.merchant.name.short']
    ],
    ['C9.040 no validity check', { validityLevels: [] }, ['validityLevels required.field']],
    ['C5.136 no name', { name: '' }, ['name required.field']],
    ['C9.020 thirty items', { listItems: Array.from({ length: 30 }, (_, at) => `Item ${at}`) }, []],
    [
      'C9.020 thirty-one',
      { listItems: Array.from({ length: 31 }, (_, at) => `Item ${at}`) },
      ['listItems too.many.field']
    ],
    ['a time zone that there is none of', { timeZone: 'Europe/Atlantis' }, ['timeZone time.zone.invalid']]
  ])('C3.059 C5.020 C5.071 C5.136 C9.020 C9.040 a template: %s', async (_, values, expected) => {
    expect(await tryTemplate(values)).toEqual(expected);
  });

  test('C9.019 a template asks for thirty custom data fields at most, of purchase requests', async () => {
    const fields: string[] = [];
    for (let at = 0; at < 31; at++) {
      const values = {
        name: `Field ${at}`,
        label: `Field ${at}`,
        extends: at < 30 ? 'purchase_request' : 'user',
        type: 'date',
        dateFormat: 'ymd'
      };
      fields.push(await aRecord(C, 'custom-field', recordsOf(company), values));
    }
    expect(await tryTemplate({ customFields: fields.slice(0, 30) })).toEqual([]);
    expect(await tryTemplate({ customFields: fields })).toEqual(['customFields too.many.field']);
    expect(await tryTemplate({ customFields: fields.slice(30) })).toEqual(['customFields purchase.field.foreign']);
  });

  test.each<[string, Values, string]>([
    ['C5.045 14 signs', { merchantId: 'A'.repeat(14) }, 'merchantId merchant.id.invalid'],
    ['C5.045 another sign', { merchantId: `${'A'.repeat(14)}-` }, 'merchantId merchant.id.invalid'],
    ['C5.046 a letter', { acquirerId: '12A' }, 'acquirerId purchase.acquirer.invalid'],
    ['C5.115 seven digits', { acquirerId: '1234567' }, 'acquirerId too.long.field'],
    ['C3.072 no address', { emails: '' }, 'emails required.field'],
    ['C5.146 no language', { language: '' }, 'language required.field']
  ])('C3.020 C3.072 C3.073 C5.045 C5.046 C5.115 C5.146 a supplier is refused: %s', async (_, values, expected) => {
    const own = { name: `S ${randomUUID()}`, merchantId: `BCD${String(randomInt(1e9)).padStart(12, 'X')}` };
    const all = { ...own, emails: 'a@b.example', language: 'fr', ...values };
    expect(await tryRecord(C, 'supplier', recordsOf(company), all)).toEqual([expected]);
  });

  test('C5.047 C5.047D a merchant id may have letters until the setting demands digits; what was kept before stays', async () => {
    const own = (merchantId: string) => ({
      name: `S ${merchantId}`,
      merchantId,
      emails: 'a@b.example',
      language: 'fr'
    });
    const attempt = (merchantId: string) => tryRecord(C, 'supplier', recordsOf(company), own(merchantId));
    // No card number begins with 0.
    const digits = () => String(randomInt(1e14)).padStart(15, '0');
    const before = await aRecord(C, 'supplier', recordsOf(company), own('ABCDEFGHIJKLMN1'));
    await withSetting(world.current, { issuerId: issuer.id }, 'merchant.id.form', 'digits');
    expect(await attempt('ABCDEFGHIJKLMN2')).toEqual(['merchantId merchant.id.not.digits']);
    expect(await attempt(digits().slice(0, 14))).toEqual(['merchantId merchant.id.invalid']);
    expect(await attempt(`${digits()}0`)).toEqual(['merchantId too.long.field']);
    expect(await attempt(digits())).toEqual([]);
    expect((await recordNow(C, 'supplier', company.issuerId, before)).values.merchantId).toBe('ABCDEFGHIJKLMN1');
    await withSetting(world.current, { issuerId: issuer.id }, 'merchant.id.form', 'letters.and.digits');
    expect(await attempt('ABCDEFGHIJKLMN2')).toEqual([]);
  });

  test('C2.075 a template is kept with its controls, and its company’s requests are made from it', async () => {
    const controls = { amountRange: true, amountMin: '1', amountMax: '800', transactionLimit: true };
    const offered = await anOffer(C, company, { template: { ...controls, transactionCount: 2 } });
    const kept = { ...controls, velocity: 'monthly', velocityAmount: '1000.00', validityLevels: ['expiry', 'status'] };
    expect((await recordNow(C, 'purchase-template', company.issuerId, offered.template)).values).toMatchObject(kept);
    const at = { issuerId: company.issuerId, companyId: company.id, groupId: await inGroup(A, offered) };
    expect((await offerOf(at, offered.template))?.template.values).toMatchObject(kept);
  });

  test.each([
    ['C4.042', 'purchase-type', 'type'],
    ['C4.043', 'purchase-template', 'template'],
    ['C4.045', 'supplier', 'supplier']
  ] as const)(
    '%s C4.042 C4.043 C4.045 C4.046 C4.046D a %s in use becomes inactive and can be active again, an unused one is gone',
    async (_, entity, of) => {
      const { offered } = await aPending();
      expect(await tryDelete(C, entity, company.issuerId, offered[of])).toBe('deactivated');
      expect((await recordNow(C, entity, company.issuerId, offered[of])).active).toBe(false);
      const again = await recordNow(C, entity, company.issuerId, offered[of]);
      expect((await activateRecord(C, entityNamed(entity), again, true, ORIGIN)).ok).toBe(true);
      expect((await recordNow(C, entity, company.issuerId, offered[of])).active).toBe(true);
      const unused = await anOffer(C, company);
      // A template uses its type.
      if (of === 'type') expect(await tryDelete(C, entity, company.issuerId, unused.type)).toBe('deactivated');
      if (of === 'type') await tryDelete(C, 'purchase-template', company.issuerId, unused.template);
      expect(await tryDelete(C, entity, company.issuerId, unused[of])).toBe('deleted');
      expect(await world.current.query('SELECT 1 FROM setup_records WHERE id = $1', [unused[of]])).toEqual([]);
    }
  );

  test('C1.026 C4.045 only what is active is offered, and only to its company', async () => {
    const offered = await anOffer(C, company);
    const own = { issuerId: company.issuerId, companyId: company.id, groupId: await inGroup(A, offered) };
    const names = async (at = own) => (await offeredTemplates(at)).map(({ id }) => id);
    expect(await names()).toContain(offered.template);
    expect(await names({ ...own, companyId: other.id })).toEqual([]);
    expect(await offerOf({ ...own, companyId: other.id }, offered.template)).toBeNull();
    const suppliers = async () => (await offerOf(own, offered.template))?.suppliers.map(({ id }) => id);
    expect(await suppliers()).toContain(offered.supplier);
    await tryDelete(C, 'supplier', company.issuerId, await inUse(offered));
    expect(await suppliers()).not.toContain(offered.supplier);
    await tryDelete(C, 'purchase-template', company.issuerId, offered.template);
    expect(await names()).not.toContain(offered.template);
  });

  const inUse = async (offered: Offered) => {
    await aRequest(A, offered);
    return offered.supplier;
  };
});

describe('C3.016 a request', () => {
  test('is saved as a draft with its lines and a computed total, numbered in its company', async () => {
    const offered = await anOffer(C, company);
    const [first, second] = [await aRequest(A, offered), await aRequest(A, offered)];
    const [one, two] = [await seenRequest(A, first), await seenRequest(A, second)];
    expect(one).toMatchObject({ state: 'draft', total: '400.00', purchaseLimit: '500.00', currency: 'NOK' });
    expect(two?.number).toBe((one?.number ?? 0) + 1);
    expect(await linesOf(one as never)).toEqual([
      { description: 'Two nights', quantity: '2', unitCost: '180', tax: '40' }
    ]);
  });

  test('C4.008D a draft is its author’s alone', async () => {
    const id = await aRequest(A, await anOffer(C, company));
    const colleague = await aPrincipalAt(world.current, 'A', account);
    for (const by of [approver, C, colleague]) {
      expect(await seenRequest(by, id)).toBeNull();
      expect(await rows(by)).not.toContain(id);
    }
    granted(await submit(id));
    expect(await seenRequest(approver, id)).not.toBeNull();
    expect(await rows(C)).toContain(id);
    expect(await seenRequest(colleague, id)).toBeNull();
  });

  test.each<[string, Values, Partial<RequestEntry>, string[]]>([
    ['C5.144 a limit below the total', {}, { purchaseLimit: '399.99' }, ['purchaseLimit purchase.limit.below']],
    [
      'C3.062 a total outside of the range',
      { amountRange: 'true', amountMin: '1', amountMax: '399.99' },
      {},
      ['purchaseLimit purchase.total.range']
    ],
    [
      'C3.063 a total that is not agreed',
      { exactAmounts: 'true', exactBands: ['399', '401-402'] },
      {},
      ['purchaseLimit purchase.total.exact']
    ],
    ['C3.063 one that is', { exactAmounts: 'true', exactBands: ['399', '400-402'] }, {}, []],
    ['C9.020 an item that is not on the list', { listItems: ['A night'] }, {}, ['line.1.description choice.invalid']],
    [
      'C5.138 a supplier of nobody',
      {},
      { supplierId: '00000000-0000-7000-8000-000000000001' },
      ['supplierId purchase.supplier.unknown']
    ]
  ])('C3.062 C3.063 C5.138 C5.144 C9.020 is checked by its template: %s', async (_, template, more, expected) => {
    const offered = await anOffer(C, company, { template });
    await inGroup(A, offered);
    const created = await createRequest(A, { templateId: offered.template, ...entryOf(offered, more) }, ORIGIN);
    expect(created.ok ? [] : created.refusals.map(({ field, code }) => `${field} ${code}`)).toEqual(expected);
  });

  test('CD.22 nobody above a company requests, nor from a template of another one', async () => {
    const offered = await anOffer(C, company);
    const bank = await aPrincipalAt(world.current, 'I', issuer);
    const stranger = await aPrincipalAt(world.current, 'C', other);
    await inGroup(stranger, await anOffer(stranger, other));
    const asked = async (by: Principal) => {
      const created = await createRequest(by, { templateId: offered.template, ...entryOf(offered) }, ORIGIN);
      return created.ok ? 'ok' : created.refusals[0]?.code;
    };
    expect([await asked(bank), await asked(stranger)]).toEqual(['forbidden.action', 'purchase.template.unknown']);
  });

  test('C4.009 C4.009D a change of an approved one asks again, and suspends its card at once', async () => {
    const { offered, id } = await anApproved();
    const { lastFour } = (await cardNow(id)) ?? {};
    expect(await change(id, offered, { purchaseLimit: '900.00' })).toEqual([]);
    expect(await stateOf(id)).toBe('pending');
    expect(await cardNow(id)).toMatchObject({ state: 'suspended' });
    granted(await approve(id));
    // The same card, with the new limit.
    const card = await cardNow(id);
    expect(card).toMatchObject({ state: 'active', lastFour });
    expect(card?.controls.velocities).toContainEqual({ period: 'continuous', amount: '900.00', count: null });
    expect(await decisionsOf({ issuerId: company.issuerId, id })).toHaveLength(2);
  });

  test('C4.009 declined ones can be changed, cancelled ones not, and nobody else’s', async () => {
    const { offered, id } = await aPending();
    expect(await change(id, offered, {}, approver)).toEqual(['forbidden.action']);
    granted(await decline(id));
    expect(await change(id, offered)).toEqual([]);
    expect(await stateOf(id)).toBe('pending');
    granted(await cancel(id));
    expect(await change(id, offered)).toEqual(['purchase.not.editable']);
  });

  test('C4.011 is cancelled with its card, unless its supplier is paid straight through', async () => {
    const { id } = await anApproved();
    expect(codeOf(await cancel(id, approver))).toBe('forbidden.action');
    granted(await cancel(id));
    expect([await stateOf(id), (await cardNow(id))?.state]).toEqual(['cancelled', 'closed']);
    const straight = await aPending({ supplier: { straightThrough: 'true' } });
    expect(codeOf(await cancel(straight.id))).toBe('purchase.cancel.straight.through');
    expect(await stateOf(straight.id)).toBe('pending');
  });

  test('C5.150 names the card that it closes: VCN last four digits is required', async () => {
    const { id } = await anApproved();
    const lastFour = (await cardNow(id))?.lastFour ?? '';
    const said = (typed: string) => {
      const form = new FormData();
      form.set('lastFour', typed);
      const answer = parseForm(READER, closingFields(READER.t), closingSchema, form);
      return answer.ok ? [] : answer.state.faults;
    };
    const message = 'VCN last four digits is required.';
    expect(said('')).toEqual([{ field: 'lastFour', message, missing: true }]);
    expect(said(lastFour)).toEqual([]);
    const other = lastFour === '0000' ? '0001' : '0000';
    for (const [typed, code] of [
      [null, 'required.field'],
      [other, 'invalid.entry']
    ] as const)
      expect(refusedFor(await cancelRequest(A, await seen(id), typed, ORIGIN))).toBe(`lastFour ${code}`);
    expect([await stateOf(id), (await cardNow(id))?.state]).toEqual(['approved', 'active']);
    granted(await cancelRequest(A, await seen(id), lastFour, ORIGIN));
    expect([await stateOf(id), (await cardNow(id))?.state]).toEqual(['cancelled', 'closed']);
  });

  test('C5.138 C5.144 C5.148 what is left empty is required by its name: Supplier, Purchase Limit, Unit Cost', async () => {
    const offered = await anOffer(C, company);
    const at = { issuerId: company.issuerId, companyId: company.id, groupId: await inGroup(A, offered) };
    const offer = (await offerOf(at, offered.template)) as Offer;
    const form = new FormData();
    form.set('supplierId', '');
    form.set('purchaseLimit', '');
    form.set(lineField(1, 'description'), 'Two nights');
    form.set(lineField(1, 'unitCost'), '');
    const fields = requestFields(READER, offer, 1);
    const faults = () => {
      const parsed = parseForm(READER, fields, entrySchema(offer), form);
      return parsed.ok ? [] : parsed.state.faults;
    };
    expect(faults()).toEqual([
      { field: 'supplierId', message: 'Supplier is required.', missing: true },
      { field: 'purchaseLimit', message: 'Purchase Limit is required.', missing: true }
    ]);
    form.set('supplierId', offered.supplier);
    form.set('purchaseLimit', '500');
    expect(faults()).toEqual([{ field: lineField(1, 'unitCost'), message: 'Unit Cost is required.', missing: true }]);
    form.set(lineField(1, 'unitCost'), '180');
    expect(parseForm(READER, fields, entrySchema(offer), form).ok).toBe(true);
  });
});

describe('C4.010 a decision', () => {
  test('C4.040 is one on a pending request, by somebody else, whom the requester hears of', async () => {
    const { id } = await aPending();
    expect(codeOf(await approve(id, A))).toBe('forbidden.action');
    granted(await decline(id));
    expect(codeOf(await approve(id))).toBe('purchase.not.pending');
    expect(codeOf(await decline(id))).toBe('purchase.not.pending');
    expect(await cardNow(id)).toBeNull();
    const [decision] = await decisionsOf({ issuerId: company.issuerId, id });
    expect(decision).toMatchObject({ approved: false, comment: 'Too dear' });
    const [user] = await world.current.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [A.userId]);
    await deliverNotices(world.current);
    expect((await queuedMails(world.current, user?.email as string)).map(({ template }) => template)).toEqual([
      'purchase_declined'
    ]);
  });

  test('C6.030 is never on one’s own, also where one may approve', async () => {
    const offered = await anOffer(C, company);
    const id = await aRequest(C, offered);
    granted(await submitRequest(C, { id, version: 1 }, ORIGIN));
    expect(codeOf(await approveRequest(C, { id, version: 2 }, null, ORIGIN))).toBe('purchase.approve.own');
    expect(await rows(C, PURCHASES_WAITING)).not.toContain(id);
  });

  test('C3.018 C6.030 is for those whose level covers the limit, and only they are asked', async () => {
    const large = await aPrincipalAt(world.current, 'C', company);
    const profile = [{ limit: '450', members: [approver.userId] }, { members: [large.userId] }];
    await aProfile(world.current, company, { levels: profile, places: [place] });
    const [own] = await world.current.query<{ currency: string }>('SELECT currency FROM companies WHERE id = $1', [
      company.id
    ]);
    const { id } = await aPending({ template: { currency: own?.currency } });
    expect(await rows(approver, PURCHASES_WAITING)).not.toContain(id);
    expect(codeOf(await approve(id))).toBe('transaction.approve.limit');
    expect(await rows(large, PURCHASES_WAITING)).toContain(id);
    granted(await approve(id, large));
  });

  test('C4.010 two at once decide once, and one card is issued', async () => {
    const { id } = await aPending();
    const now = await seen(id);
    const both = await Promise.all([
      approveRequest(approver, now, null, ORIGIN),
      approveRequest(C, now, null, ORIGIN),
      declineRequest(C, now, 'No', ORIGIN)
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const cards = await world.current.query('SELECT 1 FROM virtual_cards WHERE request_id = $1', [id]);
    expect(cards).toHaveLength((await stateOf(id)) === 'approved' ? 1 : 0);
  });

  test('C4.012 C4.041 fails where the template has lost a control or a validity check, and the request stays', async () => {
    const range = { amountRange: 'true', amountMin: '1', amountMax: '800' };
    const { offered, id } = await aPending({ template: range });
    const changed = { amountRange: 'false', amountMin: null, amountMax: null };
    expect(await tryChange(C, 'purchase-template', company.issuerId, offered.template, changed)).toEqual([]);
    expect(codeOf(await approve(id))).toBe('purchase.control.disabled');
    expect(
      await tryChange(C, 'purchase-template', company.issuerId, offered.template, {
        ...range,
        validityLevels: ['status']
      })
    ).toEqual([]);
    expect(codeOf(await approve(id))).toBe('purchase.level.unavailable');
    expect(await stateOf(id)).toBe('pending');
    const levels = { validityLevels: ['status', 'expiry'] };
    expect(await tryChange(C, 'purchase-template', company.issuerId, offered.template, levels)).toEqual([]);
    granted(await approve(id));
  });
});

describe('C1.005 C3.033 an approved request owns one virtual card', () => {
  test('C5.042 C5.108 C5.109 C9.010 of a number that is stored sealed, and seen and found as four digits and an expiry', async () => {
    const { id } = await anApproved({ template: { validity: 'days', validDays: '30' } });
    const [stored] = await world.current.query<Record<string, Buffer | string>>(
      'SELECT * FROM virtual_cards WHERE request_id = $1',
      [id]
    );
    const row = `virtual_cards/${company.issuerId}/${stored?.id}`;
    const number = decrypt('virtual-card', stored?.number_encrypted as Buffer, row).toString();
    expect(number).toMatch(/^99\d{14}$/);
    expect(isCardNumber(number)).toBe(true);
    expect(await cardNow(id)).toMatchObject({ lastFour: number.slice(-4), state: 'active' });
    expect((await cardNow(id))?.expiry).toMatch(/^(0[1-9]|1[0-2])\/\d\d$/);
    expect(await rows(A, PURCHASE_REQUESTS, { card: number.slice(-4) })).toEqual([id]);
    expect(
      await rows(A, PURCHASE_REQUESTS, { card: number.slice(-4).replace(/./, (digit) => String(9 - Number(digit))) })
    ).toEqual([]);
    for (const [column, wrong] of [
      ['last_four', '12a4'],
      ['last_four', '123'],
      ['last_four', '12345'],
      ['expiry', '13/27'],
      ['expiry', '2027-01']
    ] as const)
      await expect(
        world.current.query(`UPDATE virtual_cards SET ${column} = $1 WHERE request_id = $2`, [wrong, id])
      ).rejects.toThrow(column);
    // It is nowhere else: not in the audit, not in a mail, not in the list.
    const audited = await world.current.query('SELECT row_to_json(a)::text AS text FROM audit_entries a');
    const [user] = await world.current.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [A.userId]);
    await deliverNotices(world.current);
    const told = JSON.stringify([audited, await queuedMails(world.current, user?.email as string)]);
    expect(told).toContain('purchase_request.approved');
    expect(told).not.toContain(number);
    expect(
      JSON.stringify(await world.current.query('SELECT row_to_json(q)::text FROM purchase_requests q'))
    ).not.toContain(number);
  });

  test('C3.017D tries purchases by its controls, which count nothing', async () => {
    const { id } = await anApproved({ template: { merchantName: 'starts', merchantNames: ['NORDLYS'] } });
    const card = (await cardNow(id)) as NonNullable<Awaited<ReturnType<typeof cardNow>>>;
    const purchase = {
      amount: '500.00',
      merchant: 'NORDLYS HOTELL',
      merchantId: null,
      category: null,
      day: null,
      time: null
    };
    const tried = (more: Partial<typeof purchase>, by = card) => tryPurchase(by, { ...purchase, ...more });
    expect(tried({})).toMatchObject({ approved: true, code: '00' });
    // The limit that was approved counts, not the thousand of the template.
    expect(tried({ amount: '500.01' }).failures).toMatchObject([
      { control: 'velocity', period: 'continuous', limit: '500.00' }
    ]);
    expect(tried({ merchant: 'OTHER' })).toMatchObject({ approved: false, code: '57' });
    expect(tried({}, { ...card, state: 'suspended' })).toMatchObject({
      approved: false,
      code: '62',
      card: 'suspended'
    });
    expect(tried({}, { ...card, expiry: '01/20' })).toMatchObject({ approved: false, code: '54', card: 'expired' });
    expect(tried({})).toMatchObject({ approved: true });
  });

  test('a supplier that locks its cards gives them its merchant id', async () => {
    const offered = await anOffer(C, company);
    const supplier = await aSupplier(C, company, { merchantId: 'NORDLYSHOTELL01', locksCards: 'true' });
    const id = await aRequest(A, { ...offered, supplier });
    granted(await submit(id));
    granted(await approve(id));
    expect((await cardNow(id))?.controls.merchant).toEqual({ id: 'NORDLYSHOTELL01', acquirerId: null });
  });
});

test('C4.008 the filter of the list offers exactly the four states of the process, and the database has no others', async () => {
  const [states] = await world.current.query<{ all: string[] }>(
    'SELECT enum_range(NULL::purchase_request_state)::text[] AS all'
  );
  expect(states?.all).toEqual(['draft', 'pending', 'approved', 'declined', 'cancelled']);
  expect(Object.keys(PURCHASE_REQUESTS.columns.state?.choices ?? {})).toEqual(states?.all.slice(1));
  const { id } = await aPending();
  expect(await rows(A, PURCHASE_REQUESTS, { state: 'pending', mine: 'true' })).toContain(id);
  expect(await rows(A, PURCHASE_REQUESTS, { state: 'approved' })).not.toContain(id);
  expect(await rows(C, PURCHASE_REQUESTS, { mine: 'true' })).not.toContain(id);
});

test('C9.043 C9.043D CD.11 a result has 1,000 requests, or as many as is set, and says that more match; a file has all', async () => {
  const own = await aCompany(world.current, issuer);
  const by = await aPrincipalAt(world.current, 'C', own);
  const offered = await anOffer(by, own);
  const requester = await aPrincipalAt(world.current, 'A', await anAccount(world.current, own));
  const id = await aRequest(requester, offered);
  granted(await submitRequest(requester, { id, version: 1 }, ORIGIN));
  const copies = async (count: number) => {
    const columns = (
      await world.current.query<{ name: string }>(
        `SELECT quote_ident(column_name) AS name FROM information_schema.columns
         WHERE table_name = 'purchase_requests' AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'number', 'created_at')`
      )
    ).map(({ name }) => name);
    await world.current.query(
      `INSERT INTO purchase_requests (id, number, created_at, ${columns.join()})
       SELECT gen_random_uuid(), q.number + n, q.created_at + make_interval(secs => n), ${columns.map((name) => `q.${name}`).join()}
       FROM purchase_requests q, generate_series((SELECT count(*)::int FROM purchase_requests WHERE company_id = $2), $3::int - 1) n
       WHERE q.id = $1`,
      [id, own.id, count]
    );
  };
  const query = readQuery(PURCHASE_REQUESTS, {}, 200);
  const totals = () => listTotals(by, PURCHASE_REQUESTS, query);
  /** The ids of every page, as one goes on from page to page. */
  const paged = async () => {
    const ids: string[] = [];
    let place: typeof query.place = 'beginning';
    for (;;) {
      const page = await listPage(by, PURCHASE_REQUESTS, { ...query, place });
      ids.push(...page.rows.map((row) => row.id));
      if (!page.next) return ids;
      place = { after: page.next };
    }
  };
  await copies(1_000);
  expect(await totals()).toMatchObject({ count: 1_000, isCut: false });
  await copies(1_001);
  expect(await totals()).toMatchObject({ count: 1_000, isCut: true });
  const shown = await paged();
  expect(shown).toHaveLength(1_000);
  // The first of the order are shown: the newest, so not the one that was copied.
  expect(shown).not.toContain(id);
  const last = await listPage(by, PURCHASE_REQUESTS, { ...query, place: 'end' });
  expect(last.rows.map((row) => row.id)).toEqual(shown.slice(-200));
  expect(await rows(by)).toHaveLength(1_001);
  expect(await listCount(by, PURCHASE_REQUESTS, readQuery(PURCHASE_REQUESTS, { state: 'approved' }))).toBe(0);
  await withSetting(world.current, { issuerId: issuer.id, companyId: own.id }, 'purchase.request.results', 100);
  expect(await totals()).toMatchObject({ count: 100, isCut: true });
  expect(await paged()).toEqual(shown.slice(0, 100));
});

describe('comments', () => {
  test('C2.020 C4.008D on a request are read by those who see it; a draft’s mention nobody else', async () => {
    const id = await aRequest(A, await anOffer(C, company));
    const on = { entity: 'purchase_request', id } as const;
    const say = (by: Principal, ...mentions: string[]) =>
      addComment(COMMENTABLES, by, on, { text: 'For the fair.', mentions }, ORIGIN);
    expect(codeOf(await say(approver))).toBe('not.found');
    const readers = async () => (await findReaders(COMMENTABLES, A, on, '')).length;
    expect(await readers()).toBe(0);
    granted(await submit(id));
    granted(await say(A, approver.userId));
    const read = async (by: Principal) => (await commentsOf(COMMENTABLES, by, on))?.comments.length ?? null;
    const colleague = await aPrincipalAt(world.current, 'A', await anAccount(world.current, place));
    const stranger = await aPrincipalAt(world.current, 'C', other);
    expect([await read(A), await read(approver), await read(C)]).toEqual([1, 1, 1]);
    expect([await read(colleague), await read(stranger)]).toEqual([null, null]);
    expect(await readers()).toBeGreaterThan(0);
    expect(codeOf(await say(A, colleague.userId))).not.toBeNull();
  });
});

test('C2.020 C4.008D files on a request are seen by those who see it, and a draft’s by its requester alone', async () => {
  const id = await aRequest(A, await anOffer(C, company));
  const to = { entity: 'purchase_request', id } as const;
  const add = (by: Principal) =>
    addAttachment(ATTACHABLES, by, to, sentFile(aReceipt(), `${randomUUID()}.png`), ORIGIN);
  granted(await addAttachment(ATTACHABLES, A, to, sentFile(aReceipt()), ORIGIN));
  expect(codeOf(await add(approver))).toBe('not.found');
  granted(await submit(id));
  const seen = async (by: Principal) => (await attachmentsOf(ATTACHABLES, by, to))?.attachments.length ?? null;
  const colleague = await aPrincipalAt(world.current, 'A', await anAccount(world.current, place));
  const stranger = await aPrincipalAt(world.current, 'C', other);
  expect([await seen(A), await seen(approver), await seen(C)]).toEqual([1, 1, 1]);
  expect([await seen(colleague), await seen(stranger)]).toEqual([null, null]);
  expect(codeOf(await add(colleague))).toBe('not.found');
});
