import { Button } from '@mantine/core';
import { Link, useLocation, useSearch } from 'wouter';
import { SELLING, SIGNING_IN, signInPath, signUpPath } from '../data/address.ts';
import { serverMode } from '../data/api.ts';
import { Icon } from '../ui/Icon.tsx';
import {
  Brand,
  ColorSchemeSwitch,
  CommandButton,
  isCurrent,
  PopoverMenu,
} from './header-parts.tsx';
import classes from './shell.module.css';

const canSignUp = serverMode.signUp === 'open';

/** The pages for visitors. */
const LINKS = [
  { href: '/catalogue', label: 'Catalogue' },
  { href: (canSignUp ? signUpPath : signInPath)(SELLING), label: 'List your service' },
  { href: '/docs', label: 'Docs' },
];

/** Above the page of a visitor: what there is, and the ways in. On a phone, most of it is in a menu. */
export function VisitorBar() {
  const [path] = useLocation();
  const search = useSearch();
  const here = path + (search && `?${search}`);
  const isSigningIn = SIGNING_IN.has(path);
  return (
    <header className={classes.bar}>
      <Brand />
      <nav aria-label="Main">
        {LINKS.map(({ href, label }) => (
          <Link key={href} href={href} aria-current={isCurrent(href, path) ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <CommandButton />
      <div className={classes.footScheme}>
        <ColorSchemeSwitch />
      </div>
      {!isSigningIn && (
        <Button
          component={Link}
          href={signInPath(here)}
          size="xs"
          variant="default"
          className={canSignUp ? classes.wide : undefined}
        >
          Sign in
        </Button>
      )}
      {!isSigningIn && canSignUp && (
        <Button component={Link} href={signUpPath(here)} size="xs">
          Create account
        </Button>
      )}
      <PopoverMenu
        className={classes.button}
        contentClassName={classes.barMenu}
        label="Menu"
        button={<Icon name="menu" />}
      >
        {LINKS.map(({ href, label }) => (
          <Link key={href} href={href}>
            {label}
          </Link>
        ))}
        {!isSigningIn && <Link href={signInPath(here)}>Sign in</Link>}
        <div className={classes.scheme}>
          <ColorSchemeSwitch />
        </div>
      </PopoverMenu>
    </header>
  );
}
