import type { ComponentType } from 'react';
import { connection, retried, watchedFetch } from './data/connection.ts';
import { type Deferred, deferred } from './ui/deferred.tsx';
import type { IconName } from './ui/Icon.tsx';

declare global {
  interface Window {
    /** Of each page: a pattern of its path, its name, its files below /assets (index.html). */
    mktPages: readonly [pattern: string, name: string, files: readonly string[]][];
  }
}

export interface AppRoute {
  /** With parameters, as in `/listings/:slug`; an optional one, as in `/orders/:id?`, keeps the page as it changes. */
  path: string;
  /** Loaded when it is first opened. */
  page: Deferred<object>;
  /** Shown instead to people who are signed in. */
  pageSignedIn?: AppRoute['page'];
  /** Who may see it; others are sent to the sign-in page, and return after signing in. */
  access: 'anyone' | 'signed-in';
  /** Its entry in the navigation. */
  nav?: {
    label: string;
    /** The label for people who are signed in, if it differs. */
    labelSignedIn?: string;
    icon: IconName;
    group?: 'Buy' | 'Sell' | 'Account' | 'Help';
    /** Whether it is in the bar of a phone, which has room for four; the others are under "More". */
    inBar?: true;
  };
}

const dialogs: (() => Promise<void>)[] = [];

/** A dialog that is loaded when it is first shown, or before (`loadAhead`), as a key may open it. */
export function lazyDialog<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Deferred<Props> {
  const dialog = deferred(retried(load));
  dialogs.push(dialog.preload);
  return dialog;
}

/** Whether the files of all pages are in the browser's cache. */
let areCached = false;

const RELOADED = 'mkt-reloaded';

/**
 * A page, loaded in the same way. If its file cannot be loaded although the marketplace responds, the
 * browser remembers an attempt that failed, or the server was updated. Reloading helps in both cases, and
 * loses nothing, because the page was not shown; it is done once.
 */
export function lazyPage(load: () => Promise<{ default: ComponentType }>): AppRoute['page'] {
  const once = retried(load, () => areCached);
  return deferred(async (): Promise<{ default: ComponentType }> => {
    try {
      const loaded = await once();
      sessionStorage.removeItem(RELOADED);
      return loaded;
    } catch (error) {
      if (sessionStorage.getItem(RELOADED) === location.href) throw error;
      sessionStorage.setItem(RELOADED, location.href);
      location.reload();
      return new Promise(() => undefined);
    }
  });
}

/**
 * Loads every dialog, and then brings the files of every page into the browser's cache, one after the other, so
 * that pages open at once, also without a connection. They are not run: that would hold up what a person does.
 */
export async function loadAhead(): Promise<void> {
  for (const load of dialogs) await load();
  for (const file of new Set(window.mktPages.flatMap(([, , files]) => files))) {
    if (connection.isLost()) return;
    const response = await watchedFetch(`/assets/${file}`, { priority: 'low' });
    // The server was updated: its pages are loaded when they are opened.
    if (!response.ok) return;
    await response.arrayBuffer();
  }
  areCached = true;
}

/** Every page; its folder is `pages/<name>`. */
export const ROUTES: readonly AppRoute[] = [
  {
    path: '/',
    access: 'anyone',
    page: lazyPage(() => import('./pages/start/Page.tsx')),
    pageSignedIn: lazyPage(() => import('./pages/overview/Page.tsx')),
    nav: { label: 'Home', labelSignedIn: 'Overview', icon: 'overview', inBar: true },
  },
  {
    path: '/sign-in',
    access: 'anyone',
    page: lazyPage(() => import('./pages/sign-in/Page.tsx')),
  },
  {
    path: '/sign-up',
    access: 'anyone',
    page: lazyPage(() => import('./pages/sign-up/Page.tsx')),
  },
  {
    path: '/reset-password',
    access: 'anyone',
    page: lazyPage(() => import('./pages/reset-password/Page.tsx')),
  },
  {
    path: '/catalogue',
    access: 'anyone',
    page: lazyPage(() => import('./pages/catalogue/Page.tsx')),
    nav: { label: 'Catalogue', icon: 'catalogue', group: 'Buy', inBar: true },
  },
  {
    path: '/listings/:slug',
    access: 'anyone',
    page: lazyPage(() => import('./pages/listing/Page.tsx')),
  },
  {
    path: '/sellers/:id',
    access: 'anyone',
    page: lazyPage(() => import('./pages/seller/Page.tsx')),
  },
  {
    path: '/orders/:id?',
    access: 'signed-in',
    page: lazyPage(() => import('./pages/orders/Page.tsx')),
    nav: { label: 'Orders', icon: 'orders', group: 'Buy', inBar: true },
  },
  {
    path: '/usage/:month?',
    access: 'signed-in',
    page: lazyPage(() => import('./pages/usage/Page.tsx')),
    nav: { label: 'Usage', icon: 'usage', group: 'Buy' },
  },
  {
    path: '/selling/new',
    access: 'signed-in',
    page: lazyPage(() => import('./pages/new-listing/Page.tsx')),
  },
  {
    path: '/selling/:id/edit',
    access: 'signed-in',
    page: lazyPage(() => import('./pages/edit-listing/Page.tsx')),
  },
  {
    // After /selling/new, which it matches too.
    path: '/selling/:id?',
    access: 'signed-in',
    page: lazyPage(() => import('./pages/my-listings/Page.tsx')),
    nav: { label: 'My listings', icon: 'listings', group: 'Sell', inBar: true },
  },
  {
    path: '/sales/:id?',
    access: 'signed-in',
    page: lazyPage(() => import('./pages/sales/Page.tsx')),
    nav: { label: 'Sales', icon: 'sales', group: 'Sell' },
  },
  {
    path: '/keys',
    access: 'signed-in',
    page: lazyPage(() => import('./pages/keys/Page.tsx')),
    nav: { label: 'API keys', icon: 'key', group: 'Account' },
  },
  {
    path: '/webhooks/:id?',
    access: 'signed-in',
    page: lazyPage(() => import('./pages/webhooks/Page.tsx')),
    nav: { label: 'Webhooks', icon: 'webhook', group: 'Account' },
  },
  {
    path: '/audit',
    access: 'signed-in',
    page: lazyPage(() => import('./pages/audit/Page.tsx')),
    nav: { label: 'Audit log', icon: 'clock', group: 'Account' },
  },
  {
    path: '/account',
    access: 'signed-in',
    page: lazyPage(() => import('./pages/account/Page.tsx')),
    nav: { label: 'Account', icon: 'account', group: 'Account' },
  },
  {
    path: '/device',
    access: 'signed-in',
    page: lazyPage(() => import('./pages/device/Page.tsx')),
  },
  {
    path: '/docs',
    access: 'anyone',
    page: lazyPage(() => import('./pages/reference/front/Page.tsx')),
    nav: { label: 'Docs', icon: 'terminal', group: 'Help' },
  },
  {
    path: '/docs/api',
    access: 'anyone',
    page: lazyPage(() => import('./pages/reference/Page.tsx')),
  },
  {
    path: '/docs/:folder/:page',
    access: 'anyone',
    page: lazyPage(() => import('./pages/reference/guide/Page.tsx')),
  },
];

export const NotFound = lazyPage(() => import('./pages/not-found/Page.tsx'));

/** The address of a page without its parameters. */
export const hrefOf = ({ path }: Pick<AppRoute, 'path'>): string => path.replace(/\/:.*$/, '');

/** The name of a page in the navigation. */
export const labelOf = (
  { label, labelSignedIn = label }: NonNullable<AppRoute['nav']>,
  isSignedIn: boolean,
): string => (isSignedIn ? labelSignedIn : label);
