import { rowsOf } from '../../kit/setup/records-of';
import taxCode from './entities/tax-code';

/** The tax codes of companies as a table of SQL statements. */
export const TAX_CODES = rowsOf(taxCode);
