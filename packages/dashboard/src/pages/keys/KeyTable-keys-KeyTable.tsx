import type { ApiKey } from '@mkt/client';
import { useState } from 'react';
import { Card } from '../../ui/Card.tsx';
import { useNow } from '../../ui/RelativeTime.tsx';
import { EditKeyDialog } from './KeyTable.tsx';
import { KeyRow } from './KeyRow.tsx';
import classes from './page.module.css';
import { RevokeDialog } from './RevokeDialog.tsx';

const MINUTE_MS = 60_000;

/** The account's keys, and buttons to edit and to revoke each. */
export function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
  const [editing, setEditing] = useState<ApiKey>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const nowMs = useNow(MINUTE_MS);
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
              <th scope="col">Budget</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map((apiKey) => (
              <KeyRow
                key={apiKey.id}
                apiKey={apiKey}
                keys={keys}
                nowMs={nowMs}
                onEdit={() => setEditing(apiKey)}
                onRevoke={() => setRevoking(apiKey)}
              />
            ))}
          </tbody>
        </table>
      </Card>
      <EditKeyDialog apiKey={editing} onClose={() => setEditing(undefined)} />
      <RevokeDialog apiKey={revoking} keys={keys} onClose={() => setRevoking(undefined)} />
    </section>
  );
}
