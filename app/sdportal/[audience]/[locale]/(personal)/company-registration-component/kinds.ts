import type { Brand } from '@/lib/brand/brands/directory';
import type { TextKey } from '@/lib/core/language/text-key';
import type { ApplicationKind } from '@/lib/directory/registration/apply';

/** The page of each kind of application: its name, its title's key and the brands that offer it. */
export const APPLICATIONS: Record<
  ApplicationKind,
  { component: string; title: TextKey; intro: TextKey; isOffered: (brand: Brand) => boolean }
> = {
  company: {
    component: 'company-registration-component',
    title: 'company.registration.link',
    intro: 'registration.company.intro',
    isOffered: ({ companySelfRegisterSupported }) => companySelfRegisterSupported
  },
  account_application: {
    component: 'account-application-component',
    title: 'account.application.link',
    intro: 'registration.application.intro',
    isOffered: ({ prospectiveAccountApplicationSupported }) => prospectiveAccountApplicationSupported
  }
};
