import { type MouseEvent, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { serverMode } from '../data/api.ts';
import { useSession, useSignOut, useUser } from '../data/session.ts';
import { leaveBy } from '../form/leaving.ts';
import { labelOf } from '../routes.ts';
import { ANNOUNCEMENTS } from '../ui/announce.ts';
import { Icon } from '../ui/Icon.tsx';
import { VisibleText } from '../ui/VisibleText.tsx';
import {
  Brand,
  ColorSchemeSwitch,
  CommandButton,
  ENTRIES,
  type Entry,
  isCurrent,
  PopoverMenu,
} from './header-parts.tsx';
import { Foot } from './Foot.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { VisitorBar } from './VisitorBar.tsx';
import classes from './shell.module.css';

const GROUPS = [undefined, 'Buy', 'Sell', 'Account', 'Help'] as const;

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
function MoreMenu({ entries, current }: { entries: Entry[]; current: string }) {
  return (
    <PopoverMenu
      className={classes.more}
      contentClassName={classes.moreContent}
      isCurrent={entries.some(({ path }) => isCurrent(path, current))}
      button={
        <>
          <Icon name="more" />
          <span>More</span>
        </>
      }
    >
      {entries.map(({ path, nav }) => (
        <Link key={path} href={path} aria-current={isCurrent(path, current) ? 'page' : undefined}>
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

/** Links to all pages. */
function Navigation() {
  const [current] = useLocation();
  const entries = ENTRIES.map((entry) => ({
    ...entry,
    nav: { ...entry.nav, label: labelOf(entry.nav, true) },
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
      <MoreMenu entries={others} current={current} />
    </nav>
  );
}

/** Names may begin with marks that are not visible. */
const initialOf = (name: string) => /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '?';

/** Who is signed in, the way to their account, and the way out. */
function UserMenu() {
  const user = useUser();
  const signOut = useSignOut();
  const [, navigate] = useLocation();
  if (!user) return null;
  const { name, email } = user;
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
      <Link href="/account">
        <Icon name="account" />
        Account
      </Link>
      <button type="button" onClick={leave}>
        <Icon name="signOut" />
        Sign out
      </button>
    </PopoverMenu>
  );
}

/** Without the fragment in the address, which means something on some pages. */
function skipToMain(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector('main')?.focus();
}

/** Navigation beside the page: with labels, as a rail of icons, or as a bar at the bottom. */
function Sidebar() {
  const { isPending } = useSession();
  return (
    <header className={classes.side}>
      <Brand />
      <CommandButton />
      <Navigation />
      {/* New elements once it is known who is signed in, instead of ones that move. */}
      <div key={`foot ${isPending}`} className={classes.foot}>
        <UserMenu />
        <div className={classes.footScheme}>
          <ColorSchemeSwitch />
        </div>
      </div>
    </header>
  );
}

interface LayoutProps {
  /** Whether the address that was opened signs in. */
  isSigningIn: boolean;
  children: ReactNode;
}

/** What is around every page: a bar for visitors, the navigation for people who are signed in. */
export function Layout({ isSigningIn, children }: LayoutProps) {
  const { data: user } = useSession();
  // Until the session has been read, by its cookie.
  const isVisitor = !isSigningIn && (user === undefined ? serverMode.visitor : user === null);
  useKeptFocus();
  return (
    <div className={isVisitor ? classes.visitor : classes.app}>
      <a className={classes.skip} href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      {isVisitor ? <VisitorBar /> : <Sidebar />}
      <main id="main" className={classes.main} tabIndex={-1}>
        {children}
      </main>
      <Foot />
      <div id={ANNOUNCEMENTS} className="visually-hidden" aria-live="polite" />
    </div>
  );
}
