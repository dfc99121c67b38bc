import { applicationPage } from '../company-registration-component/application-page';

/** The page where somebody applies for a new card account (C2.001). */
export const { GET, POST } = applicationPage('account_application');

export const HEAD = GET;
