import Banknote from 'lucide-react/icons/banknote';
import BedDouble from 'lucide-react/icons/bed-double';
import Briefcase from 'lucide-react/icons/briefcase';
import CarTaxiFront from 'lucide-react/icons/car-taxi-front';
import Fuel from 'lucide-react/icons/fuel';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import Landmark from 'lucide-react/icons/landmark';
import Laptop from 'lucide-react/icons/laptop';
import Package from 'lucide-react/icons/package';
import Paperclip from 'lucide-react/icons/paperclip';
import Phone from 'lucide-react/icons/phone';
import Plane from 'lucide-react/icons/plane';
import ShoppingBasket from 'lucide-react/icons/shopping-basket';
import TrainFront from 'lucide-react/icons/train-front';
import Utensils from 'lucide-react/icons/utensils';
import Wrench from 'lucide-react/icons/wrench';
import { type MerchantCategory, merchantCategory } from '@/lib/core/entry/merchant-categories';
import type { Tint } from './badge';

const LOOKS: Record<MerchantCategory, readonly [icon: typeof Plane, tint: Tint]> = {
  airlines: [Plane, 'blue'],
  rail: [TrainFront, 'blue'],
  taxi: [CarTaxiFront, 'blue'],
  hotels: [BedDouble, 'green'],
  restaurants: [Utensils, 'amber'],
  fuel: [Fuel, 'red'],
  groceries: [ShoppingBasket, 'amber'],
  software: [Laptop, 'violet'],
  telecom: [Phone, 'violet'],
  office: [Paperclip, 'violet'],
  hardware: [Wrench, 'neutral'],
  medical: [HeartPulse, 'red'],
  education: [GraduationCap, 'green'],
  services: [Briefcase, 'neutral'],
  cash: [Banknote, 'green'],
  fees: [Landmark, 'neutral'],
  other: [Package, 'neutral']
};

/** The face of a merchant: an icon of what it sells. Decoration beside its name, so silent for screen readers. */
export function CategoryIcon(props: { mcc: string | null } | { category: MerchantCategory }) {
  const [Icon, tint] = LOOKS['category' in props ? props.category : merchantCategory(props.mcc)];
  return (
    <span className={`face face-square tint-${tint}`} aria-hidden="true">
      <Icon />
    </span>
  );
}
