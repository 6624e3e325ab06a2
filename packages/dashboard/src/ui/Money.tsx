import { formatMoney, formatRounded } from './text.ts';

/** An amount in cents from 1 on, with the exact one on hover. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  const exact = formatMoney({ amount, currency });
  const shown = formatRounded({ amount, currency });
  return <span title={shown === exact ? undefined : exact}>{shown}</span>;
}
