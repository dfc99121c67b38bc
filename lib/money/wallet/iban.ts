/** The length of an IBAN by the country that it begins with (SWIFT's IBAN registry). */
const LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24
   FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32
   LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24
   RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))])
);

/** An IBAN without the spaces and hyphens that people type, in capitals. */
export const plainIban = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** Why a text is no IBAN, or null: its country, its length there, or its check digits (ISO 13616, ISO 7064 MOD 97-10). */
export function ibanFault(iban: string): 'wallet.iban.country' | 'wallet.iban.length' | 'wallet.iban.check' | null {
  const length = LENGTHS[iban.slice(0, 2)];
  if (length === undefined) return 'wallet.iban.country';
  if (iban.length !== length) return 'wallet.iban.length';
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return 'wallet.iban.check';
  return remainderBy97(iban.slice(4) + iban.slice(0, 4)) === 1 ? null : 'wallet.iban.check';
}

/** The remainder by 97 of a text whose letters stand for 10 to 35 (ISO 7064). */
export function remainderBy97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
