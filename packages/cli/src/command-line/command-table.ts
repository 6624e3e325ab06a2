import type { CommandFactory } from './session.ts';
import type { Shell } from '../terminal/shell.ts';

export type Group = 'Sell' | 'Buy' | 'Account' | 'Marketplace';

interface Named {
  /** One word, or a noun and a verb. */
  name: string;
  alias?: string;
  summary: string;
  group: Group;
}

/** Most commands; what they need is loaded when they are called. */
export interface OwnCommand extends Named {
  kind: 'own';
  load(): Promise<{ command: CommandFactory }>;
}

/** Its arguments are another program's. */
interface PassedOn extends Named {
  kind: 'passed-on';
  load(): Promise<{ run(argv: readonly string[], shell: Shell): Promise<number> }>;
}

export type Entry = OwnCommand | PassedOn;

const own =
  (group: Group) =>
  (name: string, summary: string, load: OwnCommand['load'], alias?: string): OwnCommand => ({
    kind: 'own',
    name,
    summary,
    group,
    load,
    ...(alias === undefined ? {} : { alias }),
  });
const sell = own('Sell');
const buy = own('Buy');
const account = own('Account');
const marketplace = own('Marketplace');

/** What the nouns stand for. */
export const NOUNS: Readonly<Record<string, { summary: string; group: Group }>> = {
  listings: { summary: 'Your listings; show also finds others’', group: 'Sell' },
  providers: { summary: 'Your listings as the review sees them', group: 'Sell' },
  secrets: { summary: 'The secrets that calls to your services are signed with', group: 'Sell' },
  orders: { summary: 'The calls that you bought', group: 'Buy' },
  keys: { summary: 'Your API keys', group: 'Account' },
};

/** Every command, in the order in which the help shows them. Only data: nothing is loaded here. */
export const COMMANDS: readonly Entry[] = [
  sell(
    'init',
    'Start a service from a template: complete, tested, ready to publish',
    () => import('../commands/init.ts'),
  ),
  sell(
    'validate',
    'Check a service, or its contract, before the marketplace does',
    () => import('../commands/validate.ts'),
  ),
  sell(
    'preview',
    'Show what an import would create, and run the review’s checks',
    () => import('../commands/preview.ts'),
  ),
  sell(
    'publish',
    'Import a service, or update its listing, and wait until it is for sale',
    () => import('../commands/publish.ts'),
    'import',
  ),
  sell(
    'listings list',
    'Your listings in any state, the newest first',
    () => import('../commands/listings/list.ts'),
  ),
  sell(
    'listings show',
    'Show what a listing takes, returns and costs',
    () => import('../commands/listings/show.ts'),
  ),
  sell(
    'listings pause',
    'Take a listing off the market, until it is resumed',
    () => import('../commands/listings/pause.ts'),
  ),
  sell(
    'listings resume',
    'Put a paused listing back on the market',
    () => import('../commands/listings/resume.ts'),
  ),
  sell(
    'listings archive',
    'Take a listing off the market for good; this cannot be undone',
    () => import('../commands/listings/archive.ts'),
  ),
  sell(
    'providers list',
    'Your providers with their status, the newest first',
    () => import('../commands/providers/list.ts'),
  ),
  sell(
    'providers show',
    'A provider: its status, and every check of its last review',
    () => import('../commands/providers/show.ts'),
  ),
  sell(
    'providers create',
    'Register a provider by hand, and wait for its review',
    () => import('../commands/providers/create.ts'),
  ),
  sell(
    'providers submit',
    'Submit a draft or flagged provider, and wait for its review',
    () => import('../commands/providers/submit.ts'),
  ),
  sell(
    'providers delete',
    'Remove a provider that was never published',
    () => import('../commands/providers/delete.ts'),
  ),
  sell(
    'secrets pull',
    'Write the signing secret of a provider to .env',
    () => import('../commands/secrets/pull.ts'),
  ),
  sell(
    'secrets rotate',
    'Make a new signing secret and write it to .env',
    () => import('../commands/secrets/rotate.ts'),
  ),
  buy(
    'search',
    'Search the catalogue: everything that is for sale',
    () => import('../commands/search.ts'),
  ),
  buy('run', 'Call a listing and print its result', () => import('../commands/run.ts')),
  buy('orders list', 'Your orders, the newest first', () => import('../commands/orders/list.ts')),
  buy(
    'orders show',
    'An order: its input, its result or error, its times',
    () => import('../commands/orders/show.ts'),
  ),
  buy(
    'orders wait',
    'Wait until an order has settled and print its result',
    () => import('../commands/orders/wait.ts'),
  ),
  account(
    'login',
    'Check an API key with the marketplace, and save it',
    () => import('../commands/login.ts'),
  ),
  account('logout', 'Forget the saved API key', () => import('../commands/logout.ts')),
  account(
    'whoami',
    'Who the API key belongs to, and what it may do',
    () => import('../commands/whoami.ts'),
  ),
  account('keys list', 'Your API keys, the newest first', () => import('../commands/keys/list.ts')),
  account(
    'keys create',
    'Create an API key; it is shown once, on stdout',
    () => import('../commands/keys/create.ts'),
  ),
  account(
    'keys revoke',
    'Revoke an API key, from the next request on',
    () => import('../commands/keys/revoke.ts'),
  ),
  {
    kind: 'passed-on',
    name: 'marketplace',
    summary: 'Run a marketplace of your own: mkt marketplace serve --dev',
    group: 'Marketplace',
    load: () => import('../commands/marketplace.ts'),
  },
  marketplace(
    'api',
    'Send any request to the marketplace and print the JSON response',
    () => import('../commands/api.ts'),
  ),
];
