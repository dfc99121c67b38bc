import type { Brand } from '@/lib/brand/brands/complete';
import { Link } from '../ui/link';

/** The brand's logo, or its name, as the way home. */
export function BrandMark({ brand }: { brand: Brand }) {
  const logo = brand.images.get('logo/image/svg+xml') ?? brand.images.get('logo/image/png');
  return (
    <Link className="bar-logo" href="/workspace">
      {logo ? <img src={logo.address} alt={brand.displayName} height="28" /> : <strong>{brand.displayName}</strong>}
    </Link>
  );
}
