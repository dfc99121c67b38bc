import { footerIn } from '../../brand/brands/complete';
import { type Brand, brandDirectory } from '../../brand/brands/directory';
import { namesForDevelopment } from '../../brand/brands/reads/brands';
import { database } from '../../core/database/database';
import { DEFAULT_LOCALE, LOCALES, localeName } from '../../core/language/locales';
import { translator } from '../../core/language/texts';
import { QUESTIONS } from '../../sign-in/challenge/security-questions';
import { HTTP_STATUSES } from './http-status';

export type Id = string | number;
/** To the mock backend everything is an item of a list, with an id (C3.047). */
export type Item = { id: Id; [field: string]: unknown };
export type Collections = Map<string, Item[]>;

/**
 * The initial data of the mock backend: the canned data of the platform's sections 3 and 7. It is read from the
 * product's own sources, so nothing is written twice (CD.51).
 */
export async function firstCollections(): Promise<Collections> {
  const t = translator('en_US');
  const brands = await developmentBrands();
  const collections: Record<string, object[]> = {
    cobrands: brands.map((brand, index) => ({
      id: index + 1,
      name: brand.name,
      abbreviation: brand.abbreviation,
      appName: brand.appName,
      signInToLabel: brand.signInToLabel ?? t('sign.in.to'),
      companySelfRegisterSupported: brand.companySelfRegisterSupported,
      prospectiveAccountApplicationSupported: brand.prospectiveAccountApplicationSupported,
      fssoRedirectUrl: brand.fssoRedirectUrl,
      ...footerIn(brand, DEFAULT_LOCALE)
    })),
    locales: LOCALES.map((locale) => ({ id: locale, name: localeName(locale, 'en_US') })),
    securityQuestions: QUESTIONS.map((questionId, index) => ({
      id: index + 1,
      questionId,
      questionText: t(`security.question.${questionId}`),
      questionResponse: ''
    })),
    logoutLabels: brands.map(({ name }, index) => ({
      id: index + 1,
      'ng.you.have.been.logged.out': t('ng.you.have.been.logged.out'),
      'ng.return.to.login.screen': t('ng.return.to.login.screen'),
      cobrandHostInfo: name
    })),
    tokenPinInformation: ['newpin', 'nexttoken'].map((action) => ({ id: action, shouldAccess: true })),
    temporaryPasswords: [{ id: 1 }],
    httpStatuses: HTTP_STATUSES
  };
  // A copy: changes here don't reach the product's data.
  return new Map(Object.entries(structuredClone(collections) as Record<string, Item[]>));
}

async function developmentBrands(): Promise<Brand[]> {
  const { byName } = await brandDirectory();
  const names = await namesForDevelopment(database());
  return names.flatMap((name) => byName.get(name) ?? []);
}
