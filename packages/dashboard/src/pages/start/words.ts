import type { CatalogueListing } from '@mkt/client';
import type { IconName } from '../../ui/Icon.tsx';
import { callsText, formatDuration } from '../../ui/text.ts';

interface Fact {
  icon: IconName;
  title: string;
  says: string;
}

/** What holds for every call (docs/buy/orders.md, docs/buy/catalogue.md). */
export const FACTS: readonly Fact[] = [
  {
    icon: 'check',
    title: 'Pay for results',
    says: 'A call is charged when it completes, at the price of its listing. One that fails, expires or is cancelled costs nothing.',
  },
  {
    icon: 'listings',
    title: 'Inputs are checked first',
    says: 'An input that does not fit the listing’s schema is refused, says why, and costs nothing.',
  },
  {
    icon: 'key',
    title: 'Calls are signed',
    says: 'A service can tell that a call comes from this marketplace, and refuse all others.',
  },
  {
    icon: 'pulse',
    title: 'Services are watched',
    says: 'Health checks run every 5 minutes. Each listing shows its uptime, success rate and duration.',
  },
];

/** How calls are paid, below what holds for each (docs/buy/spending.md). */
export const PAYING =
  'No card is needed: this marketplace records what each call costs, and takes no payment. A budget on an API key is the most that a program can spend with it, in a day, in a month or at all.';

/** In place of an example. */
export const STEPS_OF_A_CALL: readonly string[] = [
  'Your program sends an input to a listing of the catalogue.',
  'The marketplace checks it against the listing’s schema, then calls the service with a signed request.',
  'You get the result and pay the price of the listing. If the call fails, you pay nothing.',
];

type Measured = Pick<CatalogueListing, 'quality' | 'health'>;

/** `typically 112 ms`, if enough calls have been measured. */
export const typicalDuration = ({ quality }: Measured): string | undefined =>
  typeof quality?.p50Ms === 'number' ? `typically ${formatDuration(quality.p50Ms)}` : undefined;

/** How calls of a listing end, and whether it is there now, as far as the catalogue knows. */
export const figuresOf = ({ quality, health: { status } }: Measured): string[] => [
  ...(quality ? [callsText(quality)] : []),
  ...(status === 'healthy' ? ['healthy now'] : []),
];

interface SellingStep {
  title: string;
  says: string;
  command: string;
}

/** How anyone sells on this marketplace, whose address is `origin`, from a terminal. */
export const sellingSteps = (origin: string): readonly SellingStep[] => [
  {
    title: 'Create a service',
    says: 'You get a working project with an input, an output and a price. It can also be a proxy for an API that you already run.',
    command: 'npx mkt init my-service',
  },
  {
    title: 'Connect your terminal',
    says: 'Sign in here and approve a key for your terminal.',
    command: `npx mkt login --base-url ${origin}`,
  },
  {
    title: 'Publish it',
    says: 'The marketplace reviews it and lists it. Every call is then checked, signed and counted for you.',
    command: 'npx mkt publish --service-url https://api.example.com',
  },
];
