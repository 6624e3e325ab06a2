import type { CatalogueSummary } from '@mkt/client';
import { ERROR_TYPES } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { readGuides } from '../../guides.ts';
import { TYPES_BY_STATUS } from '../../src/data/everyday-words.ts';
import { guideSearch } from '../../src/pages/reference/guide/search.ts';
import { type Command, foundGroups } from '../../src/shell/commands.ts';
import {
  actionsOn,
  fixedCommands,
  isAction,
  listingCommands,
  mostCalledFirst,
} from '../../src/shell/offered-commands.ts';

const { guides, words } = readGuides();
const searchGuides = guideSearch(guides, words);
const NOW = Date.parse('2026-11-28T05:00:00Z');
const nothing = () => undefined;

/** Listings whose descriptions have the small words of the phrases below. */
const LISTINGS = [
  ['geocode', 'Geocode an address', 'Turns an address into official coordinates, off and online'],
  ['translate', 'Translate text', 'Top translations of up to 5,000 characters for who sells'],
  ['invoice-reader', 'Invoice reader', 'Reads what has to be paid'],
  ['rain', 'Rain forecast', 'When it rains, with a budget of calls'],
].map(
  ([slug, title, description]) =>
    ({
      slug,
      title,
      description,
      category: 'data',
      price: { amount: 0.02, currency: 'USD', unit: 'call' },
      seller: { id: 'seller', name: 'Fjord Weather' },
    }) as CatalogueSummary,
);

/** What the palette shows a seller of one listing, best first. The catalogue's search resembles everything. */
function palette(typed: string, isSignedIn = true): Command[] {
  const doing = {
    setScheme: nothing,
    signIn: nothing,
    signUp: nothing,
    signOut: nothing,
    open: nothing,
  };
  const { commands: catalogue, isNear } = listingCommands(LISTINGS, [], typed, nothing);
  const own = {
    id: 'own',
    title: 'Translate text',
    slug: 'translate',
    status: 'published',
  } as const;
  const actions = isAction(typed) ? actionsOn(own, nothing) : [];
  return foundGroups(
    {
      ...fixedCommands({ isSignedIn, nowMs: NOW, ...doing }),
      orders: [],
      own: [{ name: 'Actions', commands: actions }],
      catalogue: [{ name: 'Catalogue', commands: catalogue }],
      isNear,
      guides: searchGuides(typed)
        .filter(({ isSure }) => isSure)
        .map(({ guide, href }) => ({
          id: href,
          page: href,
          label: guide.title,
          kind: 'Guide',
          icon: 'info',
          run: nothing,
        })),
    },
    typed,
  ).flatMap(({ commands }) => commands);
}

const ERRORS = '/docs/reference/errors';
const MONEY = '/docs/buy/spending#charges-and-refunds';

it.each([
  ['spending limit', 'API keys', '/docs/buy/spending#budgets'],
  ['budget', 'API keys', '/docs/buy/spending#budgets'],
  ['sell something', 'New listing', '/docs/start/first-sale'],
  ['how do I sell?', 'New listing', '/docs/start/first-sale'],
  ['who buys', 'Sales', '/docs/start/dashboard#watching-sales'],
  ['who called', 'Calls to your listings', '/docs/start/dashboard#watching-sales'],
  ['turn off', 'My listings', '/docs/sell/listings#states'],
  ['turn o', 'My listings', '/docs/sell/listings#states'],
  ['pause listing', 'My listings', '/docs/sell/listings#states'],
  ['how can I pause my listing', 'My listings', '/docs/sell/listings#states'],
  ['change price', 'My listings', '/docs/sell/listings#changes'],
  ['delete listing', 'My listings', '/docs/sell/listings#states'],
  ['is it down', 'My listings', '/docs/sell/diagnose'],
  ['stop spending', 'API keys', '/docs/buy/spending#budgets'],
  ['tax', 'Monthly statement', MONEY],
  ['chatgpt', 'Access for agents', '/docs/buy/agents'],
  ['too slow', 'Orders', '/docs/buy/orders#when-an-order-fails'],
  ['who can see my data', 'Download your data', '/docs/operate/accounts'],
  ['top up', 'Usage', MONEY],
  ['get paid', 'Sales', '/docs/sell/publish#getting-paid'],
  ['how do I get paid', 'Sales', '/docs/sell/publish#getting-paid'],
  ['refund', 'Failed orders', MONEY],
  ['invoice', 'Monthly statement', '/docs/start/dashboard#usage-and-statements'],
  ['invoices', 'Monthly statement', '/docs/start/dashboard#usage-and-statements'],
  ['cancel', 'Orders', '/docs/buy/orders#cancelling'],
  ['api key', 'API keys', '/docs/buy/call#a-key'],
  ['log out', 'Sign out', '/docs/operate/accounts#sessions'],
  ['delete account', 'Close account', '/docs/operate/accounts#closing-an-account'],
  ['rate limit', 'Limits', '/docs/reference/limits#rates'],
  ['401', 'Errors', `${ERRORS}#unauthenticated`],
  ['unauthorized', 'Errors', `${ERRORS}#unauthenticated`],
  ['402', 'Errors', `${ERRORS}#budget_exceeded`],
  ['403', 'Errors', ERRORS],
  ['404', 'Errors', `${ERRORS}#not_found`],
  ['forbidden', 'Errors', `${ERRORS}#insufficient_scope`],
  ['409', 'Errors', ERRORS],
  ['422', 'Errors', ERRORS],
  ['429', 'Errors', ERRORS],
  ['413', 'Errors', `${ERRORS}#payload_too_large`],
  ['listing_changed', 'Errors', `${ERRORS}#listing_changed`],
  ['webhook not working', 'Webhooks', '/docs/buy/webhooks'],
  ['my webhook is not confirmed', 'Webhooks', '/docs/buy/webhooks'],
  ['lost secret', 'My listings', '/docs/sell/deploy#secrets'],
  ['my api key leaked', 'API keys', '/docs/buy/call#a-key'],
  ['download invoice', 'Monthly statement', '/docs/start/dashboard#usage-and-statements'],
  ['upload service', 'New listing', '/docs/start/first-sale'],
  ['refund a buyer', 'Sales', MONEY],
  ['earnings', 'Sales', '/docs/sell/publish#getting-paid'],
  ['callback', 'Webhooks', '/docs/buy/webhooks'],
  ['my service is down', 'My listings', '/docs/sell/diagnose'],
  ['why is my call slow', 'Orders', '/docs/buy/orders#when-an-order-fails'],
  ['call failed who pays', 'Failed orders', MONEY],
])('“%s” finds “%s” first, and of the guides %s', (typed, label, href) => {
  expect(palette(typed)[0]?.label).toBe(label);
  expect(searchGuides(typed)[0]?.href).toBe(href);
});

it.each([
  ['create account', 'Create account'],
  ['register', 'Create account'],
  ['sign up', 'Create account'],
  ['login', 'Sign in'],
  ['sell', 'List your service'],
  ['get started', 'Home'],
  ['how much', 'Catalogue'],
])('a visitor who types “%s” finds “%s” first', (typed, label) => {
  expect(palette(typed, false)[0]?.label).toBe(label);
});

describe('an everyday phrase', () => {
  it.each(['turn off', 'top up', 'who buys', 'get paid', 'spending limit', '401'])(
    '“%s” finds no listing that has its words only in a description, or resembles it',
    (typed) => {
      expect(palette(typed).filter(({ kind }) => kind === 'Listing')).toEqual([]);
    },
  );

  it('finds a seller once, before their listings', () => {
    const [seller, ...others] = palette('fjord weather');
    expect(seller).toMatchObject({ label: 'Fjord Weather', kind: 'Seller' });
    expect(others.filter(({ kind }) => kind === 'Seller')).toEqual([]);
    expect(others.filter(({ kind }) => kind === 'Listing')).toHaveLength(LISTINGS.length);
  });

  it('still finds a listing that is called so', () => {
    expect(palette('invoice').map(({ label }) => label)).toContain('Invoice reader');
  });

  it('leaves alone what says more than the phrase', () => {
    const [first] = palette('rain');
    expect(first?.label).toBe('Rain forecast');
    expect(palette('geocode')[0]?.label).toBe('Geocode an address');
  });
});

it.each([
  ['last used', 'API keys'],
  ['maximum price', 'API keys'],
  ['metadata', 'Orders'],
  ['success rate', 'My listings'],
  ['signing secret', 'My listings'],
  ['attempts', 'Webhooks'],
  ['health endpoint', 'My listings'],
])('“%s”, a column or a field, finds the page “%s”', (typed, label) => {
  expect(palette(typed)[0]?.label).toBe(label);
});

it.each([
  ['pause translate', 'Pause Translate text'],
  ['turn off translate', 'Pause Translate text'],
  ['edit translate', 'Edit Translate text'],
  ['price translate', 'Edit price of Translate text'],
  ['change price of translate', 'Edit price of Translate text'],
])('“%s” finds “%s” first', (typed, label) => {
  expect(palette(typed)[0]?.label).toBe(label);
});

it('an action on a listing follows the page for “pause”, and is not offered with its name alone', () => {
  const labels = (typed: string) => palette(typed).map((command) => command.label);
  expect(labels('pause').slice(0, 2)).toEqual(['My listings', 'Pause Translate text']);
  expect(labels('translate')).not.toContain('Pause Translate text');
});

it('words that say nothing of what is sought are left out', () => {
  expect(palette('see failed calls')[0]?.label).toBe('Failed orders');
  expect(palette('make it dark')[0]?.label).toBe('Dark colours');
});

it('the listings that are called most come first, those that are not on sale last', () => {
  const listings = (
    [
      ['new', 'published'],
      ['draft', 'draft'],
      ['sold', 'published'],
    ] as const
  ).map(([slug, status]) => ({ slug, status }));
  const slugs = mostCalledFirst(listings, ['other', 'sold']).map(({ slug }) => slug);
  expect(slugs).toEqual(['sold', 'new', 'draft']);
});

it('an action on a listing goes where it is done, according to its state', () => {
  const opened: string[] = [];
  const actions = (status: 'published' | 'paused' | 'archived') =>
    actionsOn({ id: 'id', title: 'Text', slug: 'text', status }, (to) => opened.push(to));
  expect(actions('paused').map(({ label }) => label)).toEqual([
    'Resume Text',
    'Edit Text',
    'Edit price of Text',
  ]);
  expect(actions('archived')).toEqual([]);
  for (const action of actions('published')) action.run();
  expect(opened).toEqual([
    '/selling/id?do=pause',
    '/selling/id/edit',
    '/selling/id/edit?field=Price',
  ]);
});

it('every type of error is known, with its status', () => {
  const known = Object.entries(TYPES_BY_STATUS).flatMap(([status, types]) =>
    types.split(' ').map((type) => [type, Number(status)]),
  );
  const all = Object.entries(ERROR_TYPES).map(([type, { status }]) => [type, status]);
  expect(Object.fromEntries(known)).toEqual(Object.fromEntries(all));
});
