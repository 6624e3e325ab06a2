import { API_KEYS } from './reference/api-key.ts';
import { CATALOGUE } from './reference/catalogue.ts';
import type { Reference } from './reference/entry.ts';
import { HISTORY } from './reference/history.ts';
import { DEVICE_LOGINS } from './reference/device-login.ts';
import { EVENTS } from './reference/event.ts';
import { LISTINGS } from './reference/listing-reference-listing.ts';
import { META } from './reference/meta-reference-meta.ts';
import { ORDERS } from './reference/order-reference-order.ts';
import { PROFILES } from './reference/profile.ts';
import { PROVIDERS } from './reference/listing.ts';
import { SESSIONS } from './reference/account.ts';
import { STATS } from './reference/order.ts';
import { WEBHOOKS } from './reference/webhook.ts';

/** What the reference says of each route, with an example of a call. */
export const REFERENCE: Reference = {
  ...PROVIDERS,
  ...LISTINGS,
  ...CATALOGUE,
  ...HISTORY,
  ...ORDERS,
  ...EVENTS,
  ...STATS,
  ...WEBHOOKS,
  ...API_KEYS,
  ...PROFILES,
  ...META,
  ...SESSIONS,
  ...DEVICE_LOGINS,
};
