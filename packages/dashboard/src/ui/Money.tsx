import { formatMoney, formatMoneyList, type Amount } from './money.ts';

/** An amount; several if their currencies differ. */
export function Money({ of }: { of: Amount | readonly Amount[] }) {
  return <span>{'amount' in of ? formatMoney(of) : formatMoneyList(of)}</span>;
}
