import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { Icon } from '../../ui/Icon.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import classes from './page.module.css';
import type { AttentionItem } from './words.ts';

/** What an item is about, folded. */
const Listings = ({ of }: { of: NonNullable<AttentionItem['listings']> }) => (
  <details className={classes.rest}>
    <summary>
      <Icon name="right" /> Show the {of.length} listings
    </summary>
    <ul style={{ paddingLeft: 'var(--sp-5)' }}>
      {of.map(({ title, href, note }) => (
        <li key={href}>
          <Link href={href}>
            <VisibleText>{title}</VisibleText>
          </Link>{' '}
          {note}
        </li>
      ))}
    </ul>
  </details>
);

/** What needs attention; nothing is shown if nothing does. On a phone a whole row is its link. */
export function Attention({ items }: { items: readonly AttentionItem[] }) {
  const isPhone = useIsPhone();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="attention">
      <div className={classes.head}>
        <h2 id="attention">Needs attention</h2>
        <span>{items.length}</span>
      </div>
      <ul className={classes.items}>
        {items.map(({ id, tone, icon, sentence, when, detail, action, listings }) => (
          <li key={id} data-tone={tone}>
            <span className={classes.mark}>
              <Icon name={icon} />
            </span>
            <div>
              <h3>
                <VisibleText>{sentence}</VisibleText>
                {when !== undefined && (
                  <>
                    {' '}
                    <span className={classes.when}>{when}</span>
                  </>
                )}
              </h3>
              <p>
                <VisibleText>{detail}</VisibleText>
              </p>
              {listings && <Listings of={listings} />}
            </div>
            {action && isPhone && (
              <Link href={action.href} className={classes.whole}>
                <span className="visually-hidden">{action.label}</span>
                <Icon name="right" />
              </Link>
            )}
            {action && !isPhone && (
              <Button size="xs" variant="default" component={Link} href={action.href}>
                {action.label}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
