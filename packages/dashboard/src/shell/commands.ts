import { meaningIn, meaningOf, type Meaning } from '../data/everyday-words.ts';
import { nearlyBegins, tellingWords } from '../data/typed-words.ts';
import type { IconName } from '../ui/Icon.tsx';
import { endOfId } from '../ui/text.ts';

/** Something that the list of commands offers. */
export interface Command {
  id: string;
  label: string;
  /** What kind of thing it is, beside the label. */
  kind: string;
  /** What tells it from others of its kind. */
  note?: string;
  /** What it is called, if the label says more: a title, a slug. */
  names?: readonly string[];
  icon: IconName;
  /** Other words that find it. */
  words?: string | undefined;
  /** Sentences about it, in which a small word is found only as a whole. */
  text?: string;
  /** The address that `everyday-words.ts` gives it. */
  page?: string;
  run: () => void;
}

export interface CommandGroup {
  name: string;
  /** How many are shown; all by default. */
  most?: number;
  commands: readonly Command[];
}

const RECORDS: Readonly<Record<string, Pick<Command, 'kind' | 'icon'>>> = {
  listings: { kind: 'Listing', icon: 'catalogue' },
  orders: { kind: 'Order', icon: 'orders' },
  sales: { kind: 'Sale', icon: 'sales' },
  selling: { kind: 'My listing', icon: 'listings' },
  webhooks: { kind: 'Webhook', icon: 'webhook' },
};

/** What kind of record an address shows; orders of one listing are told apart by the ends of their ids. */
export function recordAt(path: string): Pick<Command, 'kind' | 'note' | 'icon'> {
  const [, area = ''] = path.split('/');
  const record = RECORDS[area] ?? { kind: 'Page', icon: 'clock' as const };
  const isOrder = area === 'orders' || area === 'sales';
  return isOrder ? { ...record, note: endOfId(path) } : record;
}

const UUID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/i;

/** The id of an order in what was typed or pasted. */
export const orderIdIn = (text: string): string | undefined => UUID.exec(text)?.[0].toLowerCase();

/** Slugs have words too. */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter(Boolean);

/** Whether a word is one that was sought. */
type Fits = (word: string, sought: string) => boolean;

const begins: Fits = (word, sought) => word.startsWith(sought);
const begun: Fits = (word, sought) => begins(word, sought) || nearlyBegins(word, sought);

/** In a sentence, `off` is not the beginning of `official`. */
const LEAST_LETTERS = 4;
const inText =
  (fits: Fits): Fits =>
  (word, sought) =>
    sought.length < LEAST_LETTERS ? word === sought : fits(word, sought);

const haveAll = (known: readonly string[], sought: readonly string[], fits: Fits) =>
  sought.every((word) => known.some((other) => fits(other, word)));

const EXACT = 0;
const MEANT = 1;
const BEGINS = 2;
const CALLED = 3;
const OTHERWISE = 4;

/** What has no page has a guide. */
const isMeant = (page: string | undefined, meaning: Meaning | undefined) =>
  page !== undefined && (meaning?.page ?? meaning?.guide) === page;

/** How well a command matches what was typed: better is less. */
function rankOf(
  { label, note = '', names = [label, note], words = '', text: says = '', page }: Command,
  typed: string,
  fits = begins,
) {
  const sought = wordsOf(typed);
  const text = sought.join(' ');
  const called = names.map((name) => wordsOf(name).join(' '));
  if (text === '') return OTHERWISE;
  if (called.includes(text)) return EXACT;
  if (isMeant(page, meaningOf(typed))) return MEANT;
  if (called.some((name) => name.startsWith(text))) return BEGINS;
  const telling = tellingWords(sought);
  if (haveAll(wordsOf(names.join(' ')), telling, fits)) return CALLED;
  const all = wordsOf(`${label} ${note} ${names.join(' ')} ${words}`);
  const said = wordsOf(says);
  const isFound = (word: string) =>
    all.some((other) => fits(other, word)) || said.some((other) => inText(fits)(other, word));
  return telling.every(isFound) ? OTHERWISE : undefined;
}

/**
 * The commands in which every typed word that says something is the beginning of a word: first those that are called so, then
 * those whose name begins so, those that have the words in their name, and the others.
 */
export const matching = (
  commands: readonly Command[],
  typed: string,
  fits: Fits = begins,
): Command[] =>
  commands
    .flatMap((command) => {
      const rank = rankOf(command, typed, fits);
      return rank === undefined ? [] : [{ command, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ command }) => command);

type Match = (commands: readonly Command[]) => Command[];

/** The matches of each group, by the first of these ways that finds any. */
function groupsBy(groups: readonly CommandGroup[], ...ways: readonly Match[]): CommandGroup[] {
  for (const match of ways) {
    const found = groups.map(({ commands, ...group }) => ({
      ...group,
      commands: match(commands).slice(0, group.most),
    }));
    if (found.some(({ commands }) => commands.length > 0)) return found;
  }
  return [];
}

/** Of each group what matches; what has a typing error matches only where nothing else does. */
export const matchingGroups = (groups: readonly CommandGroup[], typed: string): CommandGroup[] =>
  groupsBy(
    groups,
    (commands) => matching(commands, typed),
    (commands) => matching(commands, typed, begun),
  );

/** What a phrase within what was typed means. */
function meantGroups(groups: readonly CommandGroup[], typed: string): CommandGroup[] {
  const meaning = meaningIn(typed);
  return groupsBy(groups, (commands) => commands.filter(({ page }) => isMeant(page, meaning)));
}

/** What matches once the words that match nothing are left out. */
function likeGroups(groups: readonly CommandGroup[], typed: string): CommandGroup[] {
  const all = groups.flatMap(({ commands }) => commands);
  const known = tellingWords(wordsOf(typed)).filter((word) => matching(all, word).length > 0);
  return known.length === 0 ? [] : matchingGroups(groups, known.join(' '));
}

/** Groups that have something, those first in which something is called exactly what was typed, or is meant by it. */
export function sortedGroups(
  groups: readonly CommandGroup[],
  typed: string,
  worst = MEANT,
): CommandGroup[] {
  const best = ({ commands }: CommandGroup) => {
    const rank = Math.min(...commands.map((command) => rankOf(command, typed) ?? OTHERWISE));
    return rank <= MEANT || rank > worst ? Math.min(rank, worst + 1) : worst;
  };
  return groups.filter(({ commands }) => commands.length > 0).toSorted((a, b) => best(a) - best(b));
}

interface Found {
  orders: readonly Command[];
  pages: readonly Command[];
  places: readonly Command[];
  actions: readonly Command[];
  own: readonly CommandGroup[];
  catalogue: readonly CommandGroup[];
  /** Whether listings of the catalogue only resemble what was typed. */
  isNear: boolean;
  guides: readonly Command[];
}

const isListing = ({ kind }: Command) => kind === 'Listing';

/** Everything that was found, best first. */
export function foundGroups(found: Found, typed: string): CommandGroup[] {
  const { orders, pages, places, actions, own, catalogue, isNear, guides } = found;
  const isTyped = typed.trim() !== '';
  const offered = [
    { name: 'Pages', commands: isTyped ? [...pages, ...places] : pages },
    { name: 'Commands', commands: actions },
    ...(isTyped ? own : []),
  ];
  const matched = matchingGroups(offered, typed);
  const meant = matched.length > 0 || !isNear ? matched : meantGroups(offered, typed);
  const isNothing = meant.length === 0 && isNear && guides.length === 0;
  const here = isNothing ? likeGroups(offered, typed) : meant;
  // Of what only resembles it nothing is needed where something has the words.
  const isHere = here.some(({ commands }) => commands.length > 0);
  const last = catalogue.map(({ name, commands }) => ({
    name,
    commands: commands.filter((command) => !isHere || !isListing(command)),
  }));
  return sortedGroups(
    [
      { name: 'Orders', commands: orders },
      // Of those, what has the words in its name.
      ...sortedGroups(here, typed, CALLED),
      // A guide may have the words anywhere in its text.
      ...(isNear ? [] : catalogue),
      { name: 'Guides', commands: guides },
      ...(isNear ? last : []),
    ],
    typed,
  );
}
