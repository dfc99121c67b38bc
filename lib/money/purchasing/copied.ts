import type { RequestLine } from './details';
import type { PurchaseRequest } from './requests';
import type { Offer } from './terms';

/** What a copy of a request begins with, and what of the request its template no longer offers. */
export interface Copied {
  request: PurchaseRequest;
  lines: RequestLine[];
  /** What is left out; custom data fields by their labels. */
  left: ('supplier' | 'card' | 'line' | { field: string })[];
}

/**
 * A request as a new one of the reader would begin, by what its template offers today: never with its day, and with the
 * person for whom it was only where it is the reader's own.
 */
export function copied(
  request: PurchaseRequest,
  lines: readonly RequestLine[],
  offer: Offer,
  { userId }: { userId: string }
): Copied {
  const { terms, custom, requesterId } = request;
  const hasSupplier = offer.suppliers.some(({ id }) => id === terms.supplier.id);
  const hasCard = !terms.realCard || offer.realCards.some(({ id }) => id === terms.realCard?.id);
  const isOffered = ({ description }: RequestLine) =>
    offer.listItems.length === 0 || offer.listItems.includes(description);
  const gone = terms.customFields.filter(
    ({ id }) => custom[id] !== undefined && !offer.customFields.some((field) => field.id === id)
  );
  const { realCard, ...others } = terms;
  return {
    request: {
      ...request,
      neededBy: null,
      behalfOf: requesterId === userId ? request.behalfOf : null,
      custom: Object.fromEntries(Object.entries(custom).filter(([id]) => !gone.some((field) => field.id === id))),
      terms: {
        ...others,
        ...(realCard && hasCard && { realCard }),
        supplier: hasSupplier ? terms.supplier : { ...terms.supplier, id: '' }
      }
    },
    lines: lines.filter(isOffered),
    left: [
      ...(hasSupplier ? [] : ['supplier' as const]),
      ...(hasCard ? [] : ['card' as const]),
      ...(lines.every(isOffered) ? [] : ['line' as const]),
      ...gone.map(({ label }) => ({ field: label }))
    ]
  };
}
