import type { Mandate } from '../../wallet/mandates/mandates';

const element = (name: string, content: string) => `<${name}>${content}</${name}>`;

/** A creditor by its identifier. */
export const creditorOf = (id: string) =>
  element('Id', element('PrvtId', element('Othr', `${element('Id', id)}<SchmeNm><Prtry>SEPA</Prtry></SchmeNm>`)));

/** The mandate of a debit, and whose it was before where the creditor's identifier has changed. */
export function mandateOf(mandate: Mandate | null, reference: string, creditorId: string): string {
  if (!mandate) throw new Error(`${reference} has no mandate`);
  const before = mandate.creditorId;
  const amendment =
    before && before !== creditorId
      ? `<AmdmntInd>true</AmdmntInd>${element('AmdmntInfDtls', element('OrgnlCdtrSchmeId', creditorOf(before)))}`
      : '';
  return element('MndtId', mandate.reference) + element('DtOfSgntr', mandate.signedOn) + amendment;
}
