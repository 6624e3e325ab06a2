import type { Price } from '@mkt/client';
import { formatPrice } from '../../ui/text.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';

/** A price with its unit, as in `$0.02 per call`. */
export const PricePerUnit = ({ price }: { price: Price }) => (
  <span>
    {formatPrice(price)} per <VisibleText>{price.unit}</VisibleText>
  </span>
);
