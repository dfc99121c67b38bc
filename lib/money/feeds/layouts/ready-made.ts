import { type Layout, layoutSchema } from '../mapping';
import { capitalOne } from './capital-one';
import { commercialFormat4 } from './commercial-format-4';
import { commonDataFormat3 } from './common-data-format-3';
import { kr1025 } from './kr-1025';
import { plainCsv } from './plain-csv';
import { districtOfColumbia, durham, oklahoma, york } from './public-sector';

/** The ready-made mappings, by their name in the address. */
export const READY_MADE: Readonly<Record<string, { name: string; layout: Layout }>> = Object.fromEntries(
  Object.entries({
    'plain-csv': plainCsv,
    'common-data-format-3': commonDataFormat3,
    'commercial-format-4': commercialFormat4,
    'kr-1025': kr1025,
    'capital-one': capitalOne,
    oklahoma,
    'district-of-columbia': districtOfColumbia,
    durham,
    york
  }).map(([key, { name, layout }]) => [key, { name, layout: layoutSchema.parse(layout) }])
);
