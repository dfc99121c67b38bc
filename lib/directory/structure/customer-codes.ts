import { rowsOf } from '../../kit/setup/records-of';
import customerCode from './entities/customer-code';

/** The customer codes of companies as a table of SQL statements (C5.048). */
export const CUSTOMER_CODES = rowsOf(customerCode);
