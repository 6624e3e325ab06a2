import { Link, useLocation } from 'wouter';
import { useUser } from '../data/session.ts';
import { hrefOf, ROUTES, type AppRoute } from '../routes.ts';
import { Icon } from '../ui/Icon.tsx';
import classes from './shell.module.css';
import { PopoverMenu } from './PopoverMenu.tsx';

type Entry = Required<Pick<AppRoute, 'path' | 'access' | 'nav'>>;

const ENTRIES: readonly Entry[] = ROUTES.flatMap((route) =>
  route.nav ? [{ ...route, path: hrefOf(route), nav: route.nav }] : [],
);
const GROUPS = [undefined, 'Buy', 'Sell', 'Account'] as const;

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

/** On a phone, the pages that the bar has no room for. */
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
    </PopoverMenu>
  );
}

/** Links to the pages that the person may see. */
export function Navigation() {
  const user = useUser();
  const [current] = useLocation();
  const entries = ENTRIES.filter(({ access }) => access === 'anyone' || user);
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
      {others.length > 0 && <MoreMenu entries={others} />}
    </nav>
  );
}
