import type { Price } from '@mkt/client';
import { formatMoney } from '../../ui/money.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';

/** A price with its unit, as in `$0.02 per call`. */
export const PriceText = ({ price }: { price: Price }) => (
  <span>
    {price.amount === 0 ? 'Free' : formatMoney(price)} per <VisibleText>{price.unit}</VisibleText>
  </span>
);
