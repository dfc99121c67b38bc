import {
  codeIn,
  faultOfChange,
  faultOfCode
} from '@/app/sdportal/[audience]/[locale]/(personal)/change-password-component/change-faults';

describe('what is wrong with a change of password', () => {
  test('P8.008 invalid credentials are the current password’s, with a field or without', () => {
    const fault = { field: 'old', message: 'invalid.credentials' };
    expect(faultOfChange({ code: 'invalid.credentials' })).toEqual(fault);
    expect(faultOfChange({ code: 'invalid.credentials', field: 'oldCredential' })).toEqual(fault);
  });

  test('P8.009 a broken rule is the new password’s, in its own words', () => {
    const refusal = { code: 'password.policy', field: 'newCredential', message: 'password.common' } as const;
    expect(faultOfChange(refusal)).toEqual({ field: 'new1', message: 'password.common' });
  });

  test('P2.045 the code of the front door is read in both notations, and nothing else is', () => {
    const of = (ec: string) => codeIn(new URLSearchParams({ ec }));
    expect([of('0x132120c9'), of('320938185')]).toEqual([320938185, 320938185]);
    expect([of('320938185x'), of('-1'), of('1e3'), codeIn(null)]).toEqual([0, 0, 0, 0]);
    expect([faultOfCode(320938185)?.field, faultOfCode(0)]).toEqual(['old', undefined]);
  });
});
