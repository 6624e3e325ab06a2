import { Checkbox, Modal, Stack, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { signInPath, signUpPath } from '../data/address.ts';
import { serverMode } from '../data/api.ts';
import { catalogueQuery, mostCalledQuery } from '../data/catalogue.ts';
import { apiKeysQuery } from '../data/keys.ts';
import { partOfId, useOrdersByPart } from '../data/find-orders.ts';
import { ownListingsQuery } from '../data/listings.ts';
import { ORDERS, SALES } from '../data/orders.ts';
import { recent } from '../data/recent.ts';
import { useSignOut, useUser } from '../data/session.ts';
import { wordsIn } from '../data/typed-words.ts';
import { webhooksQuery } from '../data/webhooks.ts';
import { leaveBy } from '../form/leaving.ts';
import { searchGuides } from '../pages/reference/guide/search-guides.ts';
import { hrefOf, ROUTES } from '../routes.ts';
import { Dialog, useReturnedFocus } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { VisibleText } from '../ui/VisibleText.tsx';
import { type Command, type CommandGroup, foundGroups, orderIdIn, recordAt } from './commands.ts';
import { KEYS, type Opened, singleKeys, useSingleKeys } from './keys.ts';
import {
  actionsOn,
  fixedCommands,
  isAction,
  listingCommands,
  mostCalledFirst,
} from './offered-commands.ts';
import { typedAhead } from './typed-ahead.ts';
import classes from './commands.module.css';

const SEARCH_AFTER_MS = 150;
const NONE_AFTER_MS = 600;
/** The id of the command that is offered for every text. */
const SEARCH = 'search';
/** How many records of each kind are shown; typing more shows others. */
const MAX_SHOWN = 5;

/** Goes to a page, and to a part of one that is open already. */
function goTo(href: string, navigate: (to: string) => void): void {
  navigate(href);
  const [, id = ''] = href.split('#');
  // After the dialog has returned the focus.
  setTimeout(() => {
    const heading = document.getElementById(id);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView();
  });
}

/** The pages of the navigation and their parts, and what can be done from anywhere. */
function useFixedCommands(): ReturnType<typeof fixedCommands> {
  const user = useUser();
  const [path, navigate] = useLocation();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const [nowMs] = useState(() => Date.now());
  return fixedCommands({
    isSignedIn: user !== null,
    nowMs,
    open: (href) => goTo(href, navigate),
    setScheme: setColorScheme,
    signIn: () => navigate(signInPath(path)),
    signUp: serverMode.signUp === 'closed' ? undefined : () => navigate(signUpPath(path)),
    signOut: () =>
      leaveBy(
        () =>
          // Not by `onSuccess`, which is forgotten when this dialog closes.
          void signOut.mutateAsync(undefined).then(
            () => navigate('/sign-in'),
            () => undefined,
          ),
      ),
  });
}

/** What was opened last, without the page that is open. */
function useRecentCommands(): Command[] {
  const user = useUser();
  const [here, navigate] = useLocation();
  if (!user) return [];
  return recent
    .get(user.id)
    .filter(({ path }) => path !== here)
    .slice(0, MAX_SHOWN)
    .map(({ path, label }): Command => {
      const nav = ROUTES.find((route) => route.nav && hrefOf(route) === path)?.nav;
      const look = nav ? { kind: 'Page', icon: nav.icon } : recordAt(path);
      return { id: `recent ${path}`, label, ...look, run: () => navigate(path) };
    });
}

/** The account's own listings, keys and webhooks. Read when the list is opened. */
function useOwn(typed: string): CommandGroup[] {
  const isSignedIn = useUser() !== null;
  const [, navigate] = useLocation();
  const once = { enabled: isSignedIn, refetchInterval: false } as const;
  const listings = useQuery({ ...ownListingsQuery, ...once });
  const called = useQuery(mostCalledQuery).data?.map(({ slug }) => slug) ?? [];
  const keys = useQuery({ ...apiKeysQuery, ...once });
  const webhooks = useQuery({ ...webhooksQuery, ...once });
  const group = (name: string, commands: readonly Command[] = []): CommandGroup => ({
    name,
    most: MAX_SHOWN,
    commands,
  });
  return [
    group(
      'Actions',
      isAction(typed)
        ? mostCalledFirst(listings.data ?? [], called).flatMap((listing) =>
            actionsOn(listing, navigate),
          )
        : undefined,
    ),
    group(
      'My listings',
      listings.data?.map(({ id, title, slug }) => ({
        id: `own ${id}`,
        label: `Manage ${title}`,
        kind: 'My listing',
        note: slug,
        names: [title, slug],
        icon: 'listings',
        run: () => navigate(`/selling/${id}`),
      })),
    ),
    group(
      'API keys',
      keys.data?.map(({ id, name }) => ({
        id: `key ${id}`,
        label: name,
        kind: 'API key',
        names: [name],
        icon: 'key',
        run: () => navigate('/keys'),
      })),
    ),
    group(
      'Webhooks',
      webhooks.data?.map(({ id, url }) => {
        const { host, pathname } = new URL(url);
        return {
          id: `webhook ${id}`,
          label: host,
          kind: 'Webhook',
          note: pathname,
          names: [host, pathname, url],
          icon: 'webhook',
          words: wordsIn(`${host} ${pathname}`).join(' '),
          run: () => navigate(`/webhooks/${id}`),
        };
      }),
    ),
  ];
}

/**
 * Listings of the catalogue that have what was typed, in their slugs too, which the search does not look at.
 * Otherwise those that resemble it: whether they only do is second.
 */
function useCatalogue(typed: string): [CommandGroup[], boolean] {
  const [, navigate] = useLocation();
  const [words] = useDebouncedValue(typed.trim(), SEARCH_AFTER_MS);
  const mostCalled = useQuery(mostCalledQuery);
  const query = useInfiniteQuery({ ...catalogueQuery({ query: words }), enabled: words !== '' });
  if (typed.trim() === '') return [[], true];
  const found = words === '' ? [] : (query.data?.pages[0]?.data ?? []);
  const { commands, isNear } = listingCommands(found, mostCalled.data ?? [], typed, navigate);
  const search = {
    id: SEARCH,
    kind: 'Action',
    label: `Search the catalogue for “${typed.trim()}”`,
    icon: 'search',
    run: () => navigate(`/catalogue?${new URLSearchParams({ query: typed.trim() })}`),
  } as const;
  return [[{ name: 'Catalogue', commands: [...commands.slice(0, MAX_SHOWN), search] }], isNear];
}

/** Orders and sales: by an id that was pasted, or by the first or last characters of one. */
function useOrderCommands(typed: string): Command[] {
  const user = useUser();
  const [, navigate] = useLocation();
  const id = orderIdIn(typed);
  const [part] = useDebouncedValue(
    user && id === undefined ? partOfId(typed) : undefined,
    SEARCH_AFTER_MS,
  );
  const orders = useOrdersByPart(ORDERS, part);
  const sales = useOrdersByPart(SALES, part);
  if (!user) return [];
  if (id !== undefined) {
    return [
      {
        id: 'order',
        label: `Open the order ${id}`,
        kind: 'Order',
        icon: 'orders',
        run: () => navigate(`/orders/${id}`),
      },
      {
        id: 'sale',
        label: `Open the sale ${id}`,
        kind: 'Sale',
        icon: 'sales',
        run: () => navigate(`/sales/${id}`),
      },
    ];
  }
  if (partOfId(typed) === undefined) return [];
  const found = [
    ...(orders ?? []).map((row) => ({ row, path: `/orders/${row.id}` })),
    ...(sales ?? []).map((row) => ({ row, path: `/sales/${row.id}` })),
  ];
  return found.map(({ row, path }): Command => ({
    id: path,
    label: row.listing.title,
    ...recordAt(path),
    run: () => navigate(path),
  }));
}

/** Guides, by their titles, their headings and their words. */
function useGuides(typed: string): Command[] {
  const [, navigate] = useLocation();
  if (typed.trim() === '') return [];
  return searchGuides(typed)
    .filter(({ isSure }) => isSure)
    .slice(0, MAX_SHOWN)
    .map(({ guide, href, why }) => ({
      id: `guide ${href}`,
      page: href,
      label: guide.title,
      kind: 'Guide',
      note: why,
      // A part of it that is called so is not what a page is.
      names: [guide.title],
      icon: 'info',
      run: () => goTo(href, navigate),
    }));
}

function useGroups(typed: string): CommandGroup[] {
  const { pages, places, actions } = useFixedCommands();
  const opened = useRecentCommands();
  const orders = useOrderCommands(typed);
  const own = useOwn(typed);
  const [catalogue, isNear] = useCatalogue(typed);
  const docs = useGuides(typed);
  if (orderIdIn(typed) !== undefined && orders.length > 0) {
    return [{ name: 'Orders', commands: orders }];
  }
  // The pages are beside the list already.
  if (typed.trim() === '' && opened.length > 0) {
    return [
      { name: 'Recent', commands: opened },
      { name: 'Commands', commands: actions },
    ];
  }
  return foundGroups(
    { orders, pages, places, actions, own, catalogue, isNear, guides: docs },
    typed,
  );
}

/** The kind of each group's members: it is not repeated beside them. */
const KIND_OF: Readonly<Record<string, string>> = {
  Pages: 'Page',
  Actions: 'My listing',
  'My listings': 'My listing',
  'API keys': 'API key',
  Webhooks: 'Webhook',
  Catalogue: 'Listing',
  Guides: 'Guide',
};

/** The text beside a command, without what its group or its own name already says. */
const noteOf = ({ kind, note = '' }: Command, group: string) =>
  [kind === 'Action' || KIND_OF[group] === kind ? '' : kind, note].filter(Boolean).join(' · ');

/** What was typed, and what it finds: one of them is chosen by the arrows, the pointer or both. */
function CommandList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const isSignedIn = useUser() !== null;
  const [typed, setTyped] = useState('');
  const [chosenId, setChosenId] = useState<string>();
  const id = useId();
  const groups = useGroups(typed);
  const commands = groups.flatMap((group) => group.commands);
  const chosen = commands.find((command) => command.id === chosenId) ?? commands[0];
  const isNothing = commands.every((command) => command.id === SEARCH);
  // Not for as long as the catalogue is searched.
  const [isNone] = useDebouncedValue(isNothing, NONE_AFTER_MS);
  const elementId = (command: Command) => `${id} ${command.id}`.replaceAll(/\s/g, '-');

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const choose = (by: number) => {
    const index = chosen ? commands.indexOf(chosen) : 0;
    const next = commands[(index + by + commands.length) % commands.length];
    if (!next) return;
    setChosenId(next.id);
    document.getElementById(elementId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    if (key === 'ArrowDown') choose(1);
    else if (key === 'ArrowUp') choose(-1);
    else if (key === 'Enter') run(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={classes.field}>
        <Icon name="search" />
        <input
          data-autofocus
          role="combobox"
          aria-label="Command"
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={chosen && elementId(chosen)}
          placeholder={`Search pages, listings, ${isSignedIn ? 'orders' : 'guides'}`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          maxLength={200}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setChosenId(undefined);
          }}
          onKeyDown={onKeyDown}
          onFocus={() => {
            const ahead = typedAhead.take();
            if (ahead !== '') setTyped(typed + ahead);
          }}
          // A page that is shown behind it takes the focus.
          onBlur={({ currentTarget, relatedTarget }) => {
            if (isOpen && relatedTarget?.closest('main')) currentTarget.focus();
          }}
        />
      </div>
      <div id={id} className={classes.list} role="listbox" aria-label="Commands">
        {groups.map(({ name, commands: members }) => (
          <div key={name} role="group" aria-label={name}>
            <div className={classes.group} aria-hidden="true">
              {name}
            </div>
            {members.map((command) => (
              <div
                key={command.id}
                id={elementId(command)}
                role="option"
                aria-selected={command === chosen}
                className={classes.option}
                onPointerMove={() => setChosenId(command.id)}
                onClick={() => run(command)}
              >
                <Icon name={command.icon} />
                <span className={classes.label}>
                  <VisibleText>{command.label}</VisibleText>
                </span>
                <span className={classes.note}>
                  <VisibleText>{noteOf(command, name)}</VisibleText>
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className={classes.none} role="status">
        {isNone &&
          isNothing &&
          'Nothing found here. You can search pages, settings, listings, keys, webhooks, guides, and orders by the start or end of an id.'}
      </p>
    </>
  );
}

/** The keys that do something, and whether single ones may. */
function KeyList() {
  const isOn = useSingleKeys();
  return (
    <Stack>
      <dl className={classes.keys}>
        {KEYS.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.hint}>They do nothing while you type.</p>
      <Checkbox
        label="Turn on single-key shortcuts"
        checked={isOn}
        onChange={({ currentTarget }) => singleKeys.set(currentTarget.checked)}
      />
    </Stack>
  );
}

interface CommandsProps {
  opened: Opened | undefined;
  onClose: () => void;
}

/** The list of commands, and that of the keys. */
export default function Commands({ opened, onClose }: CommandsProps) {
  useReturnedFocus(opened === 'commands');
  return (
    <>
      <Modal.Root
        opened={opened === 'commands'}
        onClose={onClose}
        returnFocus={false}
        size="36rem"
        yOffset="12vh"
      >
        <Modal.Overlay />
        <Modal.Content aria-label="Commands" radius="md" bg="var(--raised)">
          <Modal.Body p={0}>
            <CommandList isOpen={opened === 'commands'} onClose={onClose} />
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
      <Dialog opened={opened === 'keys'} title="Keyboard shortcuts" onClose={onClose}>
        <KeyList />
      </Dialog>
    </>
  );
}
