import type { CatalogueSummary, OwnListing } from '@mkt/client';
import { meaningOf, saysOf, STATEMENT } from '../data/everyday-words.ts';
import { hrefOf, labelOf, ROUTES } from '../routes.ts';
import { sellerName } from '../ui/seller-name.ts';
import { formatPrice } from '../ui/text.ts';
import { type Command, matching } from './commands.ts';
import { API_REFERENCE, PAGE_WORDS, placesAt } from './places.ts';

type Action = Omit<Command, 'kind'>;

interface Doing {
  isSignedIn: boolean;
  nowMs: number;
  /** Goes to a page, or a part of one. */
  open: (href: string) => void;
  setScheme: (scheme: 'light' | 'dark' | 'auto') => void;
  signIn: () => void;
  /** Undefined where nobody can create an account. */
  signUp?: (() => void) | undefined;
  signOut: () => void;
}

/** The pages of the navigation and their parts, and what can be done from anywhere. */
export function fixedCommands(doing: Doing): {
  pages: Command[];
  places: Command[];
  actions: Command[];
} {
  const { isSignedIn, nowMs, open, setScheme, signIn, signUp, signOut } = doing;
  const pages = ROUTES.flatMap((route): Command[] => {
    if (!route.nav || (route.access !== 'anyone' && !isSignedIn)) return [];
    const href = hrefOf(route);
    return [
      {
        id: `page ${route.path}`,
        label: labelOf(route.nav, isSignedIn),
        kind: 'Page',
        icon: route.nav.icon,
        words: `${PAGE_WORDS[route.path] ?? ''} ${saysOf(href)}`,
        page: href,
        run: () => open(href),
      },
    ];
  });
  const known = [API_REFERENCE, ...(isSignedIn ? placesAt(nowMs) : [])];
  const places = known.map(({ href, ...place }): Command => {
    const page = href.startsWith('/usage/') ? STATEMENT : href;
    const words = `${place.words} ${saysOf(page)}`;
    return { id: `place ${href}`, page, ...place, words, run: () => open(href) };
  });
  const own: Action[] = [
    {
      id: 'new-listing',
      label: 'New listing',
      icon: 'plus',
      words: `create add make import endpoint health schema example tags method ${saysOf('/selling/new')}`,
      page: '/selling/new',
      run: () => open('/selling/new'),
    },
    {
      id: 'new-key',
      label: 'New API key',
      icon: 'plus',
      words: 'create add make get token secret',
      run: () => open('/keys?new'),
    },
    {
      id: 'new-webhook',
      label: 'New webhook',
      icon: 'plus',
      words: 'create add make endpoint url events notifications callback',
      run: () => open('/webhooks?new'),
    },
  ];
  const join: Action[] = [
    ...(signUp
      ? [
          {
            id: 'sign-up',
            label: 'Create account',
            icon: 'account' as const,
            words: saysOf('/sign-up'),
            page: '/sign-up',
            run: signUp,
          },
        ]
      : []),
    {
      id: 'list-service',
      label: 'List your service',
      icon: 'plus',
      words: saysOf('/selling/new'),
      page: '/selling/new',
      run: () => open('/selling/new'),
    },
  ];
  const schemes: Action[] = [
    { id: 'light', label: 'Light colours', icon: 'sun', run: () => setScheme('light') },
    { id: 'dark', label: 'Dark colours', icon: 'moon', run: () => setScheme('dark') },
    { id: 'auto', label: 'System colours', icon: 'monitor', run: () => setScheme('auto') },
  ];
  const leave: Action = isSignedIn
    ? {
        id: 'sign-out',
        label: 'Sign out',
        icon: 'signOut',
        words: 'log out logout leave exit',
        page: '/sign-out',
        run: signOut,
      }
    : { id: 'sign-in', label: 'Sign in', icon: 'account', words: 'log in login', run: signIn };
  const coloured = schemes.map((scheme) => ({
    ...scheme,
    words: 'colour color scheme mode theme appearance',
  }));
  const actions = [...(isSignedIn ? own : join), leave, ...coloured].map((action) => ({
    ...action,
    kind: 'Action',
  }));
  return { pages, places, actions };
}

/** The words with which an action on a listing begins. */
const VERBS = /\b(?:pau|resu|edit|chang|pric|turn|switch|stop|disab|enab)/i;

/** Whether what was typed begins a word of an action on a listing. */
export const isAction = (typed: string): boolean => VERBS.test(typed);

/** Listings in the order of the slugs that are called most; those that are not on sale last. */
export function mostCalledFirst<Own extends Pick<OwnListing, 'slug' | 'status'>>(
  listings: readonly Own[],
  called: readonly string[],
): Own[] {
  const placeOf = ({ slug, status }: Own) => {
    const place = called.indexOf(slug);
    return (
      (place === -1 ? called.length : place) + (status === 'published' ? 0 : called.length + 1)
    );
  };
  return listings.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** What can be done with an account's own listing, on the page where it is done. */
export function actionsOn(
  { id, title, slug, status }: Pick<OwnListing, 'id' | 'title' | 'slug' | 'status'>,
  open: (to: string) => void,
): Command[] {
  const action = (
    label: string,
    icon: Command['icon'],
    to: string,
    words: string,
    names = [label, `${label} ${slug}`],
  ): Command => ({
    id: `${label} ${id}`,
    label,
    kind: 'My listing',
    note: slug,
    names,
    icon,
    words: `listing service api ${words}`,
    run: () => open(`/selling/${id}${to}`),
  });
  return [
    ...(status === 'published'
      ? [action(`Pause ${title}`, 'pause', '?do=pause', 'turn switch off stop disable selling')]
      : []),
    ...(status === 'paused'
      ? [action(`Resume ${title}`, 'run', '?do=resume', 'turn switch on start enable selling')]
      : []),
    ...(status === 'pending_review' || status === 'archived'
      ? []
      : [
          action(`Edit ${title}`, 'edit', '/edit', 'change'),
          action(`Edit price of ${title}`, 'edit', '/edit?field=Price', 'change', [
            `Edit price of ${title}`,
            `price ${title} ${slug}`,
          ]),
        ]),
  ];
}

/**
 * Sellers by name, and listings that contain what was typed, also in their slugs, which the catalogue's search ignores.
 * Otherwise the listings that it found, which are only similar.
 */
export function listingCommands(
  found: readonly CatalogueSummary[],
  known: readonly CatalogueSummary[],
  typed: string,
  open: (to: string) => void,
): { commands: Command[]; isNear: boolean } {
  // Whoever asks how to do something seeks no listing whose description has the words.
  const isQuestion = meaningOf(typed) !== undefined;
  const toCommand = ({ slug, title, price, ...rest }: CatalogueSummary): Command => ({
    id: `listing ${slug}`,
    label: title,
    kind: 'Listing',
    note: formatPrice(price),
    names: [title, slug],
    words: (rest.tags ?? []).join(' '),
    text: isQuestion ? '' : [rest.description, rest.category, rest.seller.name].join(' '),
    icon: 'catalogue',
    run: () => open(`/listings/${slug}`),
  });
  const all = new Map([...found, ...known].map((it) => [it.slug, it]));
  const sellers = new Map([...all.values()].map(({ seller }) => [seller.id, seller]));
  const ofSeller = (seller: CatalogueSummary['seller']): Command => ({
    id: `seller ${seller.id}`,
    label: sellerName(seller),
    kind: 'Seller',
    names: [sellerName(seller)],
    icon: 'account',
    run: () => open(`/sellers/${seller.id}`),
  });
  const commands = [
    ...matching([...sellers.values()].map(ofSeller), typed),
    ...matching([...all.values()].map(toCommand), typed),
  ];
  const isNear = commands.length === 0;
  return { commands: isNear && !isQuestion ? found.map(toCommand) : commands, isNear };
}
