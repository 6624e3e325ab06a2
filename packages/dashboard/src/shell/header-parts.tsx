import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { type ReactNode, useCallback, useId, useState } from 'react';
import { Link } from 'wouter';
import { type AppRoute, hrefOf, lazyDialog, ROUTES } from '../routes.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { ErrorBoundary } from './CurrentPage.tsx';
import { COMMANDS_KEY, type Opened, useKeys } from './keys.ts';
import { typedAhead } from './typed-ahead.ts';
import classes from './shell.module.css';

const SCHEMES: { value: MantineColorScheme; name: string; icon: IconName }[] = [
  { value: 'auto', name: 'System', icon: 'monitor' },
  { value: 'light', name: 'Light', icon: 'sun' },
  { value: 'dark', name: 'Dark', icon: 'moon' },
];

export function ColorSchemeSwitch() {
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
  /** Whether it leads to the page that is open. */
  isCurrent?: boolean;
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
export function PopoverMenu({
  button,
  label,
  isCurrent = false,
  className,
  contentClassName,
  children,
}: PopoverMenuProps) {
  const id = useId();
  return (
    <div className={classes.menu}>
      <button
        type="button"
        className={className}
        popoverTarget={id}
        aria-label={label}
        aria-current={isCurrent || undefined}
      >
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

export type Entry = Required<Pick<AppRoute, 'path' | 'access' | 'nav'>>;

export const ENTRIES: readonly Entry[] = ROUTES.flatMap((route) =>
  route.nav ? [{ ...route, path: hrefOf(route), nav: route.nav }] : [],
);

/** `/selling` is current on `/selling/new` too. */
export const isCurrent = (path: string, current: string) =>
  path === current || (path !== '/' && current.startsWith(`${path}/`));

const Commands = lazyDialog(() => import('./Commands.tsx'));

/** Opens the commands, which are loaded when they are first needed; listens to the keys. */
export function CommandButton() {
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
        {needed && <Commands opened={opened} onClose={() => setOpened(undefined)} />}
      </ErrorBoundary>
    </>
  );
}

const LOGO = 'M2 5.5 10 1l8 4.5v9L10 19l-8-4.5zM6 12.5v-5l4 3 4-3v5';

/** The name of the marketplace, which leads to the start page. */
export const Brand = () => (
  <Link href="/" className={classes.brand} aria-label="mkt, start page">
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path d={LOGO} />
    </svg>
    <span>mkt</span>
  </Link>
);
