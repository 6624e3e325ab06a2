import type { ApiKey, KeyOrigin } from '@mkt/client';
import { Button } from '@mantine/core';
import { scopesInWords } from '../../data/key-words.ts';
import { Icon } from '../../ui/Icon.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { dateOf } from '../../ui/relative-time.ts';
import { Budget } from './Budget-keys-Budget.tsx';
import classes from './page.module.css';

const ORIGINS: Readonly<Record<Exclude<KeyOrigin, 'key'>, string>> = {
  session: 'Browser',
  device: 'Device login',
  operator: 'Operator',
  dev: 'Dev mode',
};

/** What created a key; if it was another key, the name of that key. */
function CreatedBy({ of: { origin, parentId }, keys }: { of: ApiKey; keys: readonly ApiKey[] }) {
  if (origin !== 'key') return ORIGINS[origin];
  const parent = keys.find(({ id }) => id === parentId);
  if (!parent) return 'Another key';
  return (
    <>
      Key <VisibleText>{parent.name}</VisibleText>
    </>
  );
}

function Expiry({ at, nowMs }: { at: string | null; nowMs: number }) {
  if (at === null) return 'Never';
  if (Date.parse(at) > nowMs) return dateOf(at);
  return (
    <span className={classes.expired}>
      <Icon name="archive" /> Expired
    </span>
  );
}

interface KeyRowProps {
  apiKey: ApiKey;
  keys: readonly ApiKey[];
  nowMs: number;
  onEdit: () => void;
  onRevoke: () => void;
}

/** A key of the table. */
export function KeyRow({ apiKey, keys, nowMs, onEdit, onRevoke }: KeyRowProps) {
  const { name, prefix, lastFour, scopes, lastUsedAt, expiresAt } = apiKey;
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>
          <VisibleText>{name}</VisibleText>
        </span>
        <code>
          {prefix}…{lastFour}
        </code>
      </th>
      <td className={classes.full}>
        {scopesInWords(scopes)}
        <code>{scopes.join(' ')}</code>
      </td>
      <td data-label="Created by">
        <CreatedBy of={apiKey} keys={keys} />
      </td>
      <td data-label="Last used" className={classes.short}>
        {lastUsedAt === null ? 'Never used' : <RelativeTime at={lastUsedAt} />}
      </td>
      <td data-label="Expires" className={classes.short}>
        <Expiry at={expiresAt} nowMs={nowMs} />
      </td>
      <td className={classes.full}>
        <Budget of={apiKey} />
      </td>
      <td className={classes.action}>
        <Button size="xs" variant="subtle" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          size="xs"
          variant="subtle"
          c="var(--bad-fg)"
          aria-label={`Revoke ${name}`}
          onClick={onRevoke}
        >
          Revoke
        </Button>
      </td>
    </tr>
  );
}
