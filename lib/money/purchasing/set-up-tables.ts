import { rowsOf } from '../../kit/setup/records-of';
import purchaseTemplate from './entities/purchase-template';
import purchaseType from './entities/purchase-type';
import supplier from './entities/supplier';

/** The purchase templates, purchase types and suppliers of companies as tables of SQL statements. */
export const TEMPLATES = rowsOf(purchaseTemplate);
export const TYPES = rowsOf(purchaseType);
export const SUPPLIERS = rowsOf(supplier);
