import type { CommandFactory } from './session.ts';
import type { Shell } from '../terminal/shell.ts';

export type Group = 'Sell' | 'Buy' | 'Account' | 'Marketplace';

interface Named {
  /** One word, or a noun and a verb, as in `orders wait`. */
  name: string;
  alias?: string;
  summary: string;
  /** Its section of the help; a verb in another section than its noun gets its own row there. */
  group: Group;
}

/** A command of this package. Its file is loaded when it is called. */
export interface OwnCommand extends Named {
  kind: 'own';
  load(): Promise<CommandFactory>;
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

/** The commands of a noun are one file, which is loaded when one of them is called. */
const keys = () => import('../commands/keys.ts');
const listings = () => import('../commands/listings.ts');
const orders = () => import('../commands/orders.ts');
const profile = () => import('../commands/profile.ts');
const sales = () => import('../commands/sales.ts');
const secrets = () => import('../commands/secrets.ts');
const webhooks = () => import('../commands/webhooks.ts');

/** The nouns of commands with two words. */
export const NOUNS: Readonly<Record<string, { summary: string; group: Group }>> = {
  listings: { summary: 'Your listings, and any listing for sale', group: 'Sell' },
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
    async () => (await import('../commands/init.ts')).command,
  ),
  sell(
    'dev',
    'Run a service with its own marketplace, and show each call',
    async () => (await import('../commands/dev.ts')).command,
  ),
  sell(
    'validate',
    'Check a service or a contract file before you publish it',
    async () => (await import('../commands/validate.ts')).command,
  ),
  sell(
    'preview',
    'Show the listing that an import would create, and run the review’s checks',
    async () => (await import('../commands/preview.ts')).command,
  ),
  sell(
    'publish',
    'Import a service or update its listing, and wait until it is for sale',
    async () => (await import('../commands/publish.ts')).command,
    'import',
  ),
  sell(
    'listings list',
    'List your listings in every state, newest first',
    async () => (await listings()).listingsList,
  ),
  sell(
    'listings create',
    'Create a listing from a JSON file, and wait for its review',
    async () => (await listings()).listingsCreate,
  ),
  sell(
    'listings edit',
    'Change a listing in your editor, from a file, or field by field',
    async () => (await import('../commands/edit.ts')).command,
  ),
  sell(
    'listings submit',
    'Submit a draft or flagged listing, and wait for its review',
    async () => (await listings()).listingsSubmit,
  ),
  sell(
    'listings history',
    'List the changes to a listing, and what each meant for buyers',
    async () => (await listings()).listingsHistory,
  ),
  sell(
    'listings pause',
    'Take a listing off the market until you resume it',
    async () => (await listings()).listingsPause,
  ),
  sell(
    'listings resume',
    'Put a paused listing back on the market',
    async () => (await listings()).listingsResume,
  ),
  sell(
    'listings archive',
    'Take a listing off the market for good; this cannot be undone',
    async () => (await listings()).listingsArchive,
  ),
  sell(
    'listings delete',
    'Delete a listing that was never published',
    async () => (await listings()).listingsDelete,
  ),
  sell(
    'secrets pull',
    'Write the signing secret of a listing to .env',
    async () => (await secrets()).secretsPull,
  ),
  sell(
    'secrets rotate',
    'Create a new signing secret and write it to .env',
    async () => (await secrets()).secretsRotate,
  ),
  sell('profile show', 'Show your seller profile', async () => (await profile()).profileShow),
  sell(
    'profile set',
    'Change the name, the links or the contact of your seller profile',
    async () => (await profile()).profileSet,
  ),
  sell(
    'sales',
    'Show how much your listings sold, by hour or by day',
    async () => (await sales()).sales,
  ),
  sell(
    'sales list',
    'List the calls to your listings, newest first, and why some failed',
    async () => (await sales()).salesList,
  ),
  sell(
    'sales show',
    'Show a call to one of your listings: input, result or error, times',
    async () => (await sales()).salesShow,
  ),
  sell(
    'doctor',
    'Find out why selling is not working, and what to do about it',
    async () => (await import('../commands/doctor.ts')).command,
  ),
  buy(
    'search',
    'Search the catalogue of listings for sale',
    async () => (await import('../commands/search.ts')).command,
  ),
  buy(
    'listings show',
    'Show a listing: its input, output and price, and for your own its review',
    async () => (await listings()).listingsShow,
  ),
  buy(
    'run',
    'Call a listing and print its result',
    async () => (await import('../commands/run.ts')).command,
  ),
  buy(
    'types',
    'Write the TypeScript types of listings, for typed calls in a program',
    async () => (await import('../commands/types.ts')).command,
  ),
  buy('orders list', 'List your orders, newest first', async () => (await orders()).ordersList),
  buy(
    'orders show',
    'Show an order: its input, its result or error, and its timestamps',
    async () => (await orders()).ordersShow,
  ),
  buy(
    'orders wait',
    'Wait until an order has settled, and print its result',
    async () => (await orders()).ordersWait,
  ),
  buy(
    'orders cancel',
    'Cancel an order that is waiting',
    async () => (await orders()).ordersCancel,
  ),
  sell(
    'orders replay',
    'Send the input of an order to a service again, freshly signed',
    async () => (await import('../commands/replay.ts')).command,
  ),
  buy(
    'usage',
    'Show how much you bought and what it cost, by hour, day, key or listing',
    async () => (await import('../commands/usage.ts')).command,
  ),
  buy(
    'mcp',
    'Give an agent access to the marketplace, over MCP',
    async () => (await import('../commands/mcp.ts')).command,
  ),
  buy(
    'webhooks list',
    'List your webhooks, newest first',
    async () => (await webhooks()).webhooksList,
  ),
  buy(
    'webhooks create',
    'Create a webhook and print its secret; it is not shown again',
    async () => (await webhooks()).webhooksCreate,
  ),
  buy(
    'webhooks show',
    'Show a webhook and, if it is disabled, the reason',
    async () => (await webhooks()).webhooksShow,
  ),
  buy(
    'webhooks update',
    'Change, pause or resume a webhook',
    async () => (await webhooks()).webhooksUpdate,
  ),
  buy('webhooks delete', 'Delete a webhook', async () => (await webhooks()).webhooksDelete),
  buy(
    'webhooks rotate',
    'Create a new secret for a webhook and print it',
    async () => (await webhooks()).webhooksRotate,
  ),
  buy(
    'webhooks test',
    'Send a test request to a webhook',
    async () => (await webhooks()).webhooksTest,
  ),
  buy(
    'webhooks attempts',
    'List what was sent to a webhook, and how it went',
    async () => (await webhooks()).webhooksAttempts,
  ),
  buy(
    'webhooks delivery',
    'Show what was sent to a webhook, and what it returned',
    async () => (await webhooks()).webhooksDelivery,
  ),
  buy(
    'webhooks send-again',
    'Send a delivery again, under the same webhook-id',
    async () => (await webhooks()).webhooksSendAgain,
  ),
  account(
    'login',
    'Get an API key for this machine, or save one that you already have',
    async () => (await import('../commands/login.ts')).command,
  ),
  account(
    'logout',
    'Revoke the saved API key and remove it',
    async () => (await import('../commands/logout.ts')).command,
  ),
  account(
    'whoami',
    'Show the marketplace of this folder, and your account and API key there',
    async () => (await import('../commands/whoami.ts')).command,
  ),
  account('keys list', 'List your API keys, newest first', async () => (await keys()).keysList),
  account(
    'keys create',
    'Create an API key and print it; it is not shown again',
    async () => (await keys()).keysCreate,
  ),
  account(
    'keys update',
    'Rename an API key, or change its budget',
    async () => (await keys()).keysUpdate,
  ),
  account(
    'keys revoke',
    'Revoke an API key, effective immediately',
    async () => (await keys()).keysRevoke,
  ),
  account(
    'completion',
    'Print a script that completes commands in your shell',
    async () => (await import('../commands/completion.ts')).command,
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
    async () => (await import('../commands/api.ts')).command,
  ),
];
