import type { Metadata } from 'next';
import type { PageParams } from '@/app/sdportal/page-address';
import { applicationMetadata, applicationPage } from '../company-registration-component/application-page';
import { applyForAccount } from './actions';

export const generateMetadata = ({ params }: { params: Promise<PageParams> }): Promise<Metadata> =>
  applicationMetadata('account_application', params);

/** The page for applying for a card account (C2.001). */
export default applicationPage('account_application', applyForAccount);
