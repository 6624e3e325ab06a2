import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { type MouseEvent, type ReactNode, Suspense, useCallback, useId, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { SIGNING_IN, signInPath } from '../data/address.ts';
import { useSession, useSignOut, useUser } from '../data/session.ts';
import { leaveBy } from '../form/leaving.ts';
import { type AppRoute, hrefOf, labelOf, lazyDialog, ROUTES } from '../routes.ts';
import { ANNOUNCEMENTS } from '../ui/announce.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { VisibleText } from '../ui/VisibleText.tsx';
import { ErrorBoundary } from './CurrentPage.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { COMMANDS_KEY, type Opened, useKeys } from './keys.ts';
import { typedAhead } from './typed-ahead.ts';
import classes from './shell.module.css';

const SCHEMES: { value: MantineColorScheme; name: string; icon: IconName }[] = [
  { value: 'auto', name: 'System', icon: 'monitor' },
  { value: 'light', name: 'Light', icon: 'sun' },
  { value: 'dark', name: 'Dark', icon: 'moon' },
];

function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Colour scheme"
      value={colorScheme}
      onChange={(value) => setColorScheme(value)}
      data={SCHEMES.map(({ value, name, icon }) => ({
        value,
        label: (
          <span title={name}>
            <Icon name={icon} />
            <span className="visually-hidden">{name}</span>
          </span>
        ),
      }))}
    />
  );
}

interface PopoverMenuProps {
  /** What the button says; `label` if that is not what it does. */
  button: ReactNode;
  label?: string;
  className?: string;
  /** Where it opens, if not above the foot of the navigation. */
  contentClassName?: string;
  /** Links and buttons: choosing one closes it. */
  children: ReactNode;
}

/**
 * A few links behind a button, by the browser's own popover: Escape and a click elsewhere close it.
 * Mantine's Menu would be a seventh of the shell.
 */
function PopoverMenu({ button, label, className, contentClassName, children }: PopoverMenuProps) {
  const id = useId();
  return (
    <div className={classes.menu}>
      <button type="button" className={className} popoverTarget={id} aria-label={label}>
        {button}
      </button>
      <div
        id={id}
        popover="auto"
        className={[classes.content, contentClassName].join(' ')}
        onClick={({ currentTarget, target }) => {
          if ((target as Element).closest('a, button')) currentTarget.hidePopover();
        }}
      >
        {children}
      </div>
    </div>
  );
}

type Entry = Required<Pick<AppRoute, 'path' | 'access' | 'nav'>>;

const ENTRIES: readonly Entry[] = ROUTES.flatMap((route) =>
  route.nav ? [{ ...route, path: hrefOf(route), nav: route.nav }] : [],
);
const GROUPS = [undefined, 'Buy', 'Sell', 'Account', 'Help'] as const;

/** `/selling` is current on `/selling/new` too. */
const isCurrent = (path: string, current: string) =>
  path === current || (path !== '/' && current.startsWith(`${path}/`));

function NavigationLink({ path, nav, current }: Entry & { current: string }) {
  return (
    <li data-in-bar={nav.inBar ?? false}>
      <Link
        href={path}
        className={classes.link}
        title={nav.label}
        aria-current={isCurrent(path, current) ? 'page' : undefined}
      >
        <Icon name={nav.icon} />
        <span>{nav.label}</span>
      </Link>
    </li>
  );
}

/** On a phone, the pages that the bar has no room for, and the colour scheme. */
function MoreMenu({ entries }: { entries: Entry[] }) {
  return (
    <PopoverMenu
      className={classes.more}
      contentClassName={classes.moreContent}
      button={
        <>
          <Icon name="more" />
          <span>More</span>
        </>
      }
    >
      {entries.map(({ path, nav }) => (
        <Link key={path} href={path}>
          <Icon name={nav.icon} />
          {nav.label}
        </Link>
      ))}
      <div className={classes.scheme}>
        <ColorSchemeSwitch />
      </div>
    </PopoverMenu>
  );
}

/** Links to the pages that the person may see. */
function Navigation() {
  const user = useUser();
  const [current] = useLocation();
  const entries = ENTRIES.filter(({ access }) => access === 'anyone' || user).map((entry) => ({
    ...entry,
    nav: { ...entry.nav, label: labelOf(entry.nav, user !== null) },
  }));
  const others = entries.filter(({ nav }) => !nav.inBar);
  return (
    <nav className={classes.nav} aria-label="Main">
      {GROUPS.map((group) => {
        const links = entries.filter(({ nav }) => nav.group === group);
        if (links.length === 0) return null;
        return (
          <div key={group ?? ''} className={classes.group}>
            {group && <h2>{group}</h2>}
            <ul>
              {links.map((entry) => (
                <NavigationLink key={entry.path} {...entry} current={current} />
              ))}
            </ul>
          </div>
        );
      })}
      <MoreMenu entries={others} />
    </nav>
  );
}

/** Names may begin with marks that are not visible. */
const initialOf = (name: string) => /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '?';

/** Who is signed in, and the way out; or the way in. */
function UserMenu() {
  const session = useSession();
  const signOut = useSignOut();
  const [path, navigate] = useLocation();
  const search = useSearch();
  if (session.isPending) return null;
  if (!session.data) {
    return SIGNING_IN.has(path) ? null : (
      <Link
        href={signInPath(path + (search && `?${search}`))}
        className={classes.button}
        aria-label="Sign in"
      >
        <Icon name="account" />
        <span>Sign in</span>
      </Link>
    );
  }
  const { name, email } = session.data;
  const leave = () =>
    leaveBy(() => signOut.mutate(undefined, { onSuccess: () => navigate('/sign-in') }));
  return (
    <PopoverMenu
      className={classes.button}
      contentClassName={classes.userMenuContent}
      label={`Signed in as ${name}`}
      button={
        <>
          <span className={classes.initial} data-text={initialOf(name)} />
          <span className={classes.name}>
            <VisibleText>{name}</VisibleText>
          </span>
        </>
      }
    >
      <p>
        <VisibleText>{email}</VisibleText>
      </p>
      <button type="button" onClick={leave}>
        <Icon name="signOut" />
        Sign out
      </button>
    </PopoverMenu>
  );
}

const Commands = lazyDialog(() => import('./Commands.tsx'));

/** Opens the commands, which are loaded when they are first needed; listens to the keys. */
function CommandButton() {
  const [opened, setOpened] = useState<Opened>();
  const [needed, setNeeded] = useState(false);
  const open = useCallback((what: Opened) => {
    setNeeded(true);
    setOpened(what);
    if (what === 'commands') typedAhead.start(() => setOpened(undefined));
  }, []);
  useKeys(open);
  return (
    <>
      <button
        type="button"
        className={classes.commands}
        aria-keyshortcuts="Control+K Meta+K"
        title={`Search (${COMMANDS_KEY})`}
        onClick={() => open('commands')}
      >
        <Icon name="search" />
        <span>Search</span>
        <span className={classes.shortcut} data-text={COMMANDS_KEY} />
      </button>
      <ErrorBoundary what="The commands could not be loaded">
        <Suspense>
          {needed && <Commands opened={opened} onClose={() => setOpened(undefined)} />}
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

const LOGO = 'M2 5.5 10 1l8 4.5v9L10 19l-8-4.5zM6 12.5v-5l4 3 4-3v5';

/** Without the fragment in the address, which means something on some pages. */
function skipToMain(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector('main')?.focus();
}

/** Navigation beside the page: with labels, as a rail of icons, or as a bar at the bottom. */
export function Layout({ children }: { children: ReactNode }) {
  const { isPending } = useSession();
  useKeptFocus();
  return (
    <div className={classes.app}>
      <a className={classes.skip} href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <header className={classes.side}>
        <Link href="/" className={classes.brand} aria-label="mkt, start page">
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={LOGO} />
          </svg>
          <span>mkt</span>
        </Link>
        <CommandButton />
        {/* New elements once it is known who is signed in, instead of ones that move. */}
        <Navigation key={`navigation ${isPending}`} />
        <div key={`foot ${isPending}`} className={classes.foot}>
          <UserMenu />
          <div className={classes.footScheme}>
            <ColorSchemeSwitch />
          </div>
        </div>
      </header>
      <main id="main" className={classes.main} tabIndex={-1}>
        {children}
      </main>
      <div id={ANNOUNCEMENTS} className="visually-hidden" aria-live="polite" />
    </div>
  );
}
