import type { ApiKey, KeyOrigin } from '@mkt/client';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { scopesInWords } from '../../data/scope-words.ts';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { dateOf } from '../../ui/relative-time.ts';
import classes from './KeyTable.module.css';
import { RevokeDialog } from './RevokeDialog.tsx';

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

interface RowProps {
  apiKey: ApiKey;
  keys: readonly ApiKey[];
  nowMs: number;
  onRevoke: () => void;
}

function Row({ apiKey, keys, nowMs, onRevoke }: RowProps) {
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
      <td className={classes.action}>
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

/** The account's keys, and a button to revoke each. */
export function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
  const [revoking, setRevoking] = useState<ApiKey>();
  const [nowMs] = useState(Date.now);
  return (
    <section aria-labelledby="your-keys">
      <div className={classes.head}>
        <h2 id="your-keys">Your keys</h2>
        <span>{keys.length}</span>
      </div>
      <Card label="API keys" flush>
        <table className={classes.keys}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Permissions</th>
              <th scope="col">Created by</th>
              <th scope="col">Last used</th>
              <th scope="col">Expires</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map((apiKey) => (
              <Row
                key={apiKey.id}
                apiKey={apiKey}
                keys={keys}
                nowMs={nowMs}
                onRevoke={() => setRevoking(apiKey)}
              />
            ))}
          </tbody>
        </table>
      </Card>
      <RevokeDialog apiKey={revoking} keys={keys} onClose={() => setRevoking(undefined)} />
    </section>
  );
}
