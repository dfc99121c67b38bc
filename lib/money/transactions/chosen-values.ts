import { database } from '../../core/database/database';
import { type CodeValue, valuesNamed } from '../allocation/code-values';
import type { AllocatingView } from './allocating';

/** The values of list codes that transactions of an issuer are allocated to, or would be by default, by `valueKey`. */
export const chosenValues = (
  issuerId: string,
  views: readonly AllocatingView[]
): Promise<ReadonlyMap<string, CodeValue>> => valuesNamed(database(), issuerId, listValues(views));

const listValues = (views: readonly AllocatingView[]) =>
  views.flatMap(({ scheme, allocations, defaults }) =>
    (scheme?.codes ?? [])
      .filter(({ type }) => type === 'list')
      .flatMap(({ id: codeId }) =>
        [defaults, ...allocations.map(({ codes }) => codes)].flatMap((codes) =>
          codes[codeId] ? [{ codeId, code: codes[codeId] }] : []
        )
      )
  );
