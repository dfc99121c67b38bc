import { rowsOf } from '../../kit/setup/records-of';
import conversionRule from './entities/currency-conversion-rule';

/** The currency conversion rules of companies as a table of SQL statements (C5.069). */
export const CONVERSION_RULES = rowsOf(conversionRule);
