import { applicationPage } from './application-page';

/** The page where a company registers (C2.001). */
export const { GET, POST } = applicationPage('company');

export const HEAD = GET;
