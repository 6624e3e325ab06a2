import type { BudgetRemaining, KeyBudget } from '@mkt/client';
import type { KeyScope, Scope } from '@mkt/protocol';
import { formatMoney } from '../ui/text.ts';

/** What each scope allows, as part of a sentence. */
const WORDS: Readonly<Record<KeyScope, string>> = {
  '*': 'do everything, including what is added later',
  'order:create': 'place orders',
  'order:read': 'read all orders of the account',
  'order:read_own': 'read the orders that it placed',
  'webhook:manage': 'manage webhooks',
  'provider:create': 'create listings',
  'listing:read': 'read your listings',
  'listing:update': 'edit listings',
  'provider:read': 'read reviews, calls and health of your listings',
  'provider:delete': 'delete listings that were never published',
  'provider:secret': 'read and replace signing secrets',
  'api_key:read': 'list API keys, and read the audit log',
  'api_key:create': 'create API keys',
  'api_key:delete': 'revoke API keys',
  'account:read': 'read the seller profile',
  'account:update': 'change the seller profile',
};

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const scopeLabel = (scope: KeyScope): string => sentence(WORDS[scope]);

const LIST = new Intl.ListFormat('en-GB');

/** What a key with these scopes may do: `It can place orders and read the orders that it placed`. */
export function scopesInWords(scopes: readonly KeyScope[]): string {
  const shown: readonly KeyScope[] = scopes.includes('*') ? ['*'] : scopes;
  return `It can ${LIST.format(shown.map((scope) => WORDS[scope])) || 'do nothing'}`;
}

const choices = (scopes: readonly Scope[]) =>
  scopes.map((scope) => ({ value: scope, label: scopeLabel(scope) }));

/** The scopes in the order and groups in which they are offered. */
export const SCOPE_CHOICES: readonly {
  label: string;
  choices: readonly { value: KeyScope; label: string }[];
}[] = [
  {
    label: 'Buy',
    choices: choices(['order:create', 'order:read_own', 'order:read', 'webhook:manage']),
  },
  {
    label: 'Sell',
    choices: choices([
      'provider:create',
      'listing:read',
      'listing:update',
      'provider:read',
      'provider:delete',
      'provider:secret',
      'account:read',
      'account:update',
    ]),
  },
  { label: 'API keys', choices: choices(['api_key:read', 'api_key:create', 'api_key:delete']) },
];

/** Those that are offered, in the same order. */
const OFFERED = SCOPE_CHOICES.flatMap(({ choices }) => choices.map(({ value }) => value));

/** Permissions that are chosen together. */
export interface Preset {
  value: string;
  label: string;
  scopes: readonly KeyScope[];
}

/** What most keys are for. */
export const PRESETS = [
  { value: 'buy', label: 'Buy', scopes: ['order:create', 'order:read_own'] },
  {
    value: 'sell',
    label: 'Sell',
    scopes:
      SCOPE_CHOICES.find(({ label }) => label === 'Sell')?.choices.map((it) => it.value) ?? [],
  },
  { value: 'all', label: 'Everything', scopes: ['*'] },
] as const satisfies readonly Preset[];

/** The preset that has exactly these scopes. */
export const presetOf = (scopes: readonly KeyScope[], presets: readonly Preset[] = PRESETS) =>
  presets.find(
    ({ scopes: its }) =>
      its.length === scopes.length && its.every((scope) => scopes.includes(scope)),
  );

const BUYING: ReadonlySet<KeyScope> = new Set(['order:create', 'order:read', 'order:read_own']);

/** Whether a key places orders and reads them, those of others or its own: `Buy` says both. */
const isToBuy = (scopes: readonly KeyScope[]) =>
  scopes.includes('order:create') &&
  scopes.length > 1 &&
  scopes.every((scope) => BUYING.has(scope));

/** What a key with these scopes is for, in a few words: `Buy`, `Place orders · 4 more`, `Everything`. */
export function scopesInShort(scopes: readonly KeyScope[]): string {
  if (scopes.length === 0) return 'Nothing';
  if (scopes.includes('*') || OFFERED.every((scope) => scopes.includes(scope))) return 'Everything';
  const preset = presetOf(scopes);
  if (preset) return preset.label;
  if (isToBuy(scopes)) return 'Buy';
  const isWhole = ({ choices }: (typeof SCOPE_CHOICES)[number]) =>
    choices.every(({ value }) => scopes.includes(value));
  const whole = SCOPE_CHOICES.filter(isWhole).map(({ label }) => label);
  const others = SCOPE_CHOICES.filter((group) => !isWhole(group))
    .flatMap(({ choices }) => choices.map(({ value }) => value))
    .filter((scope) => scopes.includes(scope));
  // One is named: the others are a press away.
  const named = whole.length > 0 ? whole : others.slice(0, 1).map((scope) => WORDS[scope]);
  const more = others.length - (whole.length > 0 ? 0 : 1);
  return sentence([...named, ...(more > 0 ? [`${more} more`] : [])].join(' · '));
}

/** Those that are chosen one by one. */
export const scopesToChoose = (scopes: readonly KeyScope[]): KeyScope[] =>
  scopes.includes('*') ? [...OFFERED] : [...scopes];

/** The scopes of a key with what each allows. */
export const scopesWithWords = (scopes: readonly KeyScope[]) =>
  scopes.map((scope) => ({ scope, words: scopeLabel(scope) }));

const DAY_MS = 24 * 3_600_000;

/** How long a key may last, by the number of days; `never` for no end. */
export const LIFETIMES = [
  { value: '1', label: 'In 1 day' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
];

/** The lifetime that a form starts with. */
export const DEFAULT_LIFETIME = '90';

/** When a key with this lifetime expires, as the server takes it. */
export const expiryOf = (lifetime: string, nowMs: number): string | null =>
  lifetime === 'never' ? null : new Date(nowMs + Number(lifetime) * DAY_MS).toISOString();

const NOW = { none: 'in total', day: 'today', month: 'this month' } as const;

interface Spent {
  /** At most the limit, although a limit can be lowered below what was spent. */
  amount: number;
  limit: number;
  /** `$0.02 of $5.00 today`. */
  text: string;
}

/** How much of its limit a key has spent; undefined without a limit. */
export function spentOf(budget: KeyBudget, remaining: BudgetRemaining | null): Spent | undefined {
  const { limit, currency, period } = budget;
  // With a limit of 0 only free listings can be called, and nothing is ever used up.
  if (limit === null || limit === 0 || currency === null || !remaining) return undefined;
  // Amounts have at most 6 decimals; their difference as numbers may have more.
  const amount = Math.max(0, Number((limit - remaining.amount).toFixed(6)));
  const [spent, all] = [amount, limit].map((each) => formatMoney({ amount: each, currency }));
  const usedUp = remaining.amount === 0 ? ', used up' : '';
  return { amount, limit, text: `${spent} of ${all} ${NOW[period]}${usedUp}` };
}
