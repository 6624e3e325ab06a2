import type { CatalogueSummary } from '@mkt/client';

const FIRST = 6;

/** The calls of the last days that succeeded. */
const successes = ({ quality }: CatalogueSummary): number =>
  quality ? Math.round(quality.calls * quality.successRate) : 0;

/**
 * The listings to look at first: those whose recent calls mostly succeeded, otherwise in the given order.
 * A listing whose service does not answer comes last.
 */
export function bestOf(listings: readonly CatalogueSummary[]): CatalogueSummary[] {
  const isDown = ({ health }: CatalogueSummary) => Number(health.status === 'unhealthy');
  return listings
    .toSorted((a, b) => isDown(a) - isDown(b) || successes(b) - successes(a))
    .slice(0, FIRST);
}

interface SellingStep {
  title: string;
  says: string;
  command: string;
}

/** How anyone sells on this marketplace, whose address is `origin`. */
export const sellingSteps = (origin: string): readonly SellingStep[] => [
  {
    title: 'Make a service',
    says: 'A working project with an input, an output and a price. It can also be a proxy for an API that you already run.',
    command: 'npx mkt init my-service',
  },
  {
    title: 'Connect your terminal',
    says: 'Sign in here, and allow your terminal a key for this marketplace.',
    command: `npx mkt login --base-url ${origin}`,
  },
  {
    title: 'Publish it',
    says: 'The marketplace reviews it and lists it. Every call is then checked, signed and counted for you.',
    command: 'npx mkt publish --service-url https://api.example.com',
  },
];
