import type { CommandFactory } from './session.ts';
import type { Shell } from '../terminal/shell.ts';

export type Group = 'Sell' | 'Buy' | 'Account' | 'Marketplace';

interface Named {
  /** One word, or a noun and a verb, as in `orders wait`. */
  name: string;
  alias?: string;
  summary: string;
  /** Where the help has it: a verb of another group than its noun has its own row there. */
  group: Group;
}

/** A command of this package. Its file is loaded when it is called. */
export interface OwnCommand extends Named {
  kind: 'own';
  load(): Promise<{ command: CommandFactory }>;
}

/** A command that passes its arguments to another program. */
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

/** The nouns of commands with two words. */
export const NOUNS: Readonly<Record<string, { summary: string; group: Group }>> = {
  listings: { summary: 'Listings and their changes', group: 'Sell' },
  providers: { summary: 'Your providers, with their review status', group: 'Sell' },
  secrets: { summary: 'The secrets that sign the calls to your services', group: 'Sell' },
  orders: { summary: 'The orders that you placed', group: 'Buy' },
  webhooks: { summary: 'Your webhooks', group: 'Buy' },
  profile: { summary: 'What buyers see of you as a seller', group: 'Sell' },
  keys: { summary: 'Your API keys', group: 'Account' },
};

/** Every command, in the order of the help. Importing the table loads no command. */
export const COMMANDS: readonly Entry[] = [
  sell(
    'init',
    'Create a service from a template, tested and ready to publish',
    () => import('../commands/init.ts'),
  ),
  sell(
    'dev',
    'Run a service with its own marketplace, and show each call',
    () => import('../commands/dev.ts'),
  ),
  sell(
    'validate',
    'Check a service or a contract file before you publish it',
    () => import('../commands/validate.ts'),
  ),
  sell(
    'preview',
    'Show the listing that an import would create, and run the review’s checks',
    () => import('../commands/preview.ts'),
  ),
  sell(
    'publish',
    'Import a service or update its listing, and wait until it is for sale',
    () => import('../commands/publish.ts'),
    'import',
  ),
  sell(
    'listings list',
    'List your listings in every state, newest first',
    () => import('../commands/listings/list.ts'),
  ),
  sell(
    'listings edit',
    'Change a listing in your editor, from a file, or field by field',
    () => import('../commands/listings/edit.ts'),
  ),
  sell(
    'listings history',
    'List the changes to a listing, and what each meant for buyers',
    () => import('../commands/listings/history.ts'),
  ),
  sell(
    'listings pause',
    'Take a listing off the market until you resume it',
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
    'List your providers with their status, newest first',
    () => import('../commands/providers/list.ts'),
  ),
  sell(
    'providers show',
    'Show a provider: its status and every check of its last review',
    () => import('../commands/providers/show.ts'),
  ),
  sell(
    'providers create',
    'Create a provider from a JSON file, and wait for its review',
    () => import('../commands/providers/create.ts'),
  ),
  sell(
    'providers submit',
    'Submit a draft or flagged provider, and wait for its review',
    () => import('../commands/providers/submit.ts'),
  ),
  sell(
    'providers delete',
    'Delete a provider that was never published',
    () => import('../commands/providers/delete.ts'),
  ),
  sell(
    'secrets pull',
    'Write the signing secret of a listing to .env',
    () => import('../commands/secrets/pull.ts'),
  ),
  sell(
    'secrets rotate',
    'Create a new signing secret and write it to .env',
    () => import('../commands/secrets/rotate.ts'),
  ),
  sell('profile show', 'Show your seller profile', () => import('../commands/profile/show.ts')),
  sell(
    'profile set',
    'Change the name, the links or the contact of your seller profile',
    () => import('../commands/profile/set.ts'),
  ),
  sell(
    'sales',
    'Show how much your listings sold, by hour or by day',
    () => import('../commands/sales/totals.ts'),
  ),
  sell(
    'sales list',
    'List the calls to your listings, newest first, and why some failed',
    () => import('../commands/sales/list.ts'),
  ),
  sell(
    'sales show',
    'Show a call to one of your listings: input, result or error, times',
    () => import('../commands/sales/show.ts'),
  ),
  sell(
    'doctor',
    'Find out why selling is not working, and what to do about it',
    () => import('../commands/doctor.ts'),
  ),
  buy('search', 'Search the catalogue of listings for sale', () => import('../commands/search.ts')),
  buy(
    'listings show',
    'Show a listing: its input, output and price',
    () => import('../commands/listings/show.ts'),
  ),
  buy('run', 'Call a listing and print its result', () => import('../commands/run.ts')),
  buy(
    'types',
    'Write the TypeScript types of listings, for typed calls in a program',
    () => import('../commands/types.ts'),
  ),
  buy('orders list', 'List your orders, newest first', () => import('../commands/orders/list.ts')),
  buy(
    'orders show',
    'Show an order: its input, its result or error, and its timestamps',
    () => import('../commands/orders/show.ts'),
  ),
  buy(
    'orders wait',
    'Wait until an order has settled, and print its result',
    () => import('../commands/orders/wait.ts'),
  ),
  buy(
    'orders cancel',
    'Cancel an order that is waiting',
    () => import('../commands/orders/cancel.ts'),
  ),
  sell(
    'orders replay',
    'Send the input of an order to a service again, freshly signed',
    () => import('../commands/orders/replay.ts'),
  ),
  buy(
    'usage',
    'Show how much you bought and what it cost, by hour, day, key or listing',
    () => import('../commands/usage.ts'),
  ),
  buy(
    'mcp',
    'Give an agent access to the marketplace, over MCP',
    () => import('../commands/mcp.ts'),
  ),
  buy(
    'webhooks list',
    'List your webhooks, newest first',
    () => import('../commands/webhooks/list.ts'),
  ),
  buy(
    'webhooks create',
    'Create a webhook and print its secret; it is not shown again',
    () => import('../commands/webhooks/create.ts'),
  ),
  buy(
    'webhooks show',
    'Show a webhook and, if it is disabled, the reason',
    () => import('../commands/webhooks/show.ts'),
  ),
  buy(
    'webhooks update',
    'Change, pause or resume a webhook',
    () => import('../commands/webhooks/update.ts'),
  ),
  buy('webhooks delete', 'Delete a webhook', () => import('../commands/webhooks/delete.ts')),
  buy(
    'webhooks rotate',
    'Create a new secret for a webhook and print it',
    () => import('../commands/webhooks/rotate.ts'),
  ),
  buy(
    'webhooks test',
    'Send a test request to a webhook',
    () => import('../commands/webhooks/test.ts'),
  ),
  buy(
    'webhooks attempts',
    'List what was sent to a webhook, and how it went',
    () => import('../commands/webhooks/attempts.ts'),
  ),
  account(
    'login',
    'Get an API key for this machine, or save one that you already have',
    () => import('../commands/login.ts'),
  ),
  account(
    'logout',
    'Revoke the saved API key and remove it',
    () => import('../commands/logout.ts'),
  ),
  account(
    'whoami',
    'Show the marketplace of this folder, and your account and API key there',
    () => import('../commands/whoami.ts'),
  ),
  account(
    'keys list',
    'List your API keys, newest first',
    () => import('../commands/keys/list.ts'),
  ),
  account(
    'keys create',
    'Create an API key and print it; it is not shown again',
    () => import('../commands/keys/create.ts'),
  ),
  account(
    'keys update',
    'Rename an API key, or change its budget',
    () => import('../commands/keys/update.ts'),
  ),
  account(
    'keys revoke',
    'Revoke an API key, effective immediately',
    () => import('../commands/keys/revoke.ts'),
  ),
  account(
    'completion',
    'Print a script that completes commands in your shell',
    () => import('../commands/completion.ts'),
  ),
  {
    kind: 'passed-on',
    name: 'marketplace',
    summary: 'Run your own marketplace: mkt marketplace serve --dev',
    group: 'Marketplace',
    load: () => import('../commands/marketplace.ts'),
  },
  marketplace(
    'api',
    'Send any request to the marketplace and print the JSON response',
    () => import('../commands/api.ts'),
  ),
];
