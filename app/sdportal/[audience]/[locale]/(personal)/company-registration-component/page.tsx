import type { Metadata } from 'next';
import type { PageParams } from '@/app/sdportal/page-address';
import { registerCompany } from './actions';
import { applicationMetadata, applicationPage } from './application-page';

export const generateMetadata = ({ params }: { params: Promise<PageParams> }): Promise<Metadata> =>
  applicationMetadata('company', params);

/** The page for registering a company (C2.001). */
export default applicationPage('company', registerCompany);
