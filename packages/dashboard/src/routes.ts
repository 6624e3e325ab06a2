import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { IconName } from './ui/Icon.tsx';

export interface AppRoute {
  /** With parameters, as in `/listings/:slug`; an optional one, as in `/orders/:id?`, keeps the page as it changes. */
  path: string;
  /** Loaded when it is first opened. */
  page: LazyExoticComponent<ComponentType>;
  /** Shown instead to people who are signed in. */
  pageSignedIn?: AppRoute['page'];
  /** Who may see it; others are sent to the sign-in page, and return after signing in. */
  access: 'anyone' | 'signed-in';
  /** Its entry in the navigation. */
  nav?: {
    label: string;
    icon: IconName;
    group?: 'Buy' | 'Sell' | 'Account' | 'Help';
    /** Whether it is in the bar of a phone, which has room for four; the others are under "More". */
    inBar?: true;
  };
}

/** Loads a page or a dialog, and with it the styles of the components that the shell does not use. */
export const lazyPage = (load: () => Promise<{ default: ComponentType }>): AppRoute['page'] =>
  lazy(async () => {
    const [page] = await Promise.all([load(), import('./theme/pages.css')]);
    return page;
  });

/** Every page; its folder is `pages/<name>`. */
export const ROUTES: readonly AppRoute[] = [
  {
    path: '/',
    access: 'anyone',
    page: lazyPage(() => import('./pages/start/Page.tsx')),
    pageSignedIn: lazyPage(() => import('./pages/overview/Page.tsx')),
    nav: { label: 'Overview', icon: 'overview', inBar: true },
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
    page: lazyPage(() => import('./pages/reference/Page.tsx')),
    nav: { label: 'API reference', icon: 'terminal', group: 'Help' },
  },
];

export const NotFound = lazyPage(() => import('./pages/not-found/Page.tsx'));

/** The address of a page without its parameters. */
export const hrefOf = ({ path }: Pick<AppRoute, 'path'>): string => path.replace(/\/:.*$/, '');
