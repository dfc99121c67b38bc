import type { Brand } from '@/lib/brand/brands/directory';
import { BrandPattern } from './brand-pattern';

/** The width from which the picture fits beside the form; keep equal to layout-split.css. */
const WIDE = '(min-width: 60rem)';

/** The picture or pattern beside the form of a `split` brand. A narrow screen neither shows nor fetches a picture. */
export function BrandPicture({ brand }: { brand: Brand }) {
  const picture = brand.images.get('picture/image/svg+xml') ?? brand.images.get('picture/image/jpeg');
  return (
    <div className="beside">
      {picture ? (
        <picture>
          <source media={WIDE} srcSet={picture.address} />
          <img alt="" loading="lazy" />
        </picture>
      ) : (
        <BrandPattern name={brand.name} />
      )}
    </div>
  );
}
