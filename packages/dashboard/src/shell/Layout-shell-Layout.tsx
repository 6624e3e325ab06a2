import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ColorSchemeSwitch } from './ColorSchemeSwitch.tsx';
import classes from './shell.module.css';
import { Navigation } from './Layout.tsx';
import { UserMenu } from './UserMenu.tsx';

const LOGO = 'M2 5.5 10 1l8 4.5v9L10 19l-8-4.5zM6 12.5v-5l4 3 4-3v5';

/** Navigation beside the page: with labels, as a rail of icons, or as a bar at the bottom. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.app}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <header className={classes.side}>
        <Link href="/" className={classes.brand} aria-label="mkt, start page">
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={LOGO} />
          </svg>
          <span>mkt</span>
        </Link>
        <Navigation />
        <div className={classes.foot}>
          <UserMenu />
          <ColorSchemeSwitch />
        </div>
      </header>
      <main id="main" className={classes.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
