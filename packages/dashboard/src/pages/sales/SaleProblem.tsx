import type { SellerOrderSummary } from '@mkt/client';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from '../../orders/orders.module.css';
import { problemOf } from './sale-problem.ts';

/** What went wrong with a call; nothing if nothing did. */
export function SaleProblem({ sale }: { sale: SellerOrderSummary }) {
  const problem = problemOf(sale);
  if (!problem) return null;
  return (
    <span className={classes.problem}>
      <VisibleText>{problem.title}</VisibleText>
      {problem.detail && (
        <span className={classes.detail}>
          <VisibleText>{problem.detail}</VisibleText>
        </span>
      )}
    </span>
  );
}
