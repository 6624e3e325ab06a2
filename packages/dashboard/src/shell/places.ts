import type { IconName } from '../ui/Icon.tsx';

/** What people call the pages of the navigation, and the columns and fields there, by their paths in `routes.ts`. */
export const PAGE_WORDS: Readonly<Record<string, string>> = {
  '/': 'home start dashboard summary figures',
  '/catalogue': 'browse find shop services market buy',
  '/orders/:id?':
    'purchases bought calls history results csv export download state took price metadata',
  '/usage/:month?':
    'spend spending spent money cost costs bill billing charges budget csv export download',
  '/selling/:id?':
    'services products published uptime status health outage down review price pause stop sell success rate quality slug endpoint signing secret schema',
  '/sales/:id?':
    'earnings income revenue money sold customers failures paid payouts sell csv export download success rate p95 median duration',
  '/keys':
    'tokens secrets credentials access budgets limits spending maximum price last used expires created permissions scopes revoke rotate',
  '/webhooks/:id?': 'events notifications callbacks deliveries hooks attempts url signing secret',
  '/audit': 'history activity security events who',
  '/account': 'settings preferences user',
  '/docs': 'docs documentation help guides manual',
};

/** A part of a page that people look for by name. */
interface Place {
  label: string;
  href: string;
  kind: string;
  icon: IconName;
  words: string;
}

const MONTH_LENGTH = '2026-11'.length;

/** For everyone. */
export const API_REFERENCE: Place = {
  label: 'API reference',
  href: '/docs/api',
  kind: 'Docs',
  icon: 'terminal',
  words: 'docs documentation endpoints rest curl python typescript openapi sdk',
};

/** Those of an account. */
export const placesAt = (nowMs: number): readonly Place[] => [
  {
    label: 'Monthly statement',
    href: `/usage/${new Date(nowMs).toISOString().slice(0, MONTH_LENGTH)}`,
    kind: 'Usage',
    icon: 'usage',
    words: 'invoice bill billing receipt accounting print money spend',
  },
  {
    label: 'Failed orders',
    href: '/orders?state=failed',
    kind: 'Orders',
    icon: 'orders',
    words: 'errors problems status refund calls',
  },
  {
    label: 'Calls to your listings',
    href: '/sales?tab=calls',
    kind: 'Sales',
    icon: 'sales',
    words: 'requests traffic log customers',
  },
  ...(
    [
      ['Name and email address', 'you', 'change rename me person'],
      ['Seller profile', 'profile', 'company website contact public'],
      ['Password', 'password', 'change login credentials security'],
      ['Sessions and devices', 'sessions', 'signed in login browsers machines'],
      ['Invitations', 'invitations', 'invite people team members colleagues friends'],
      ['Download your data', 'data', 'export everything gdpr privacy json backup'],
      ['Close account', 'close', 'delete remove erase cancel leave'],
    ] as const
  ).map(([label, section, words]): Place => ({
    label,
    href: `/account#${section}`,
    kind: 'Account',
    icon: 'account',
    words,
  })),
];
