import type { ApiKey } from '@mkt/client';
import { useState } from 'react';
import { useRevokeApiKey } from '../../data/keys.ts';
import { shownError } from '../../data/errors.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';

/** The keys that a key created, and those that they created. */
function descendants(of: ApiKey, keys: readonly ApiKey[]): ApiKey[] {
  const children = keys.filter(({ parentId }) => parentId === of.id);
  return children.flatMap((child) => [child, ...descendants(child, keys)]);
}

interface RevokeDialogProps {
  /** The key to revoke; without one the dialog is closed. */
  apiKey: ApiKey | undefined;
  keys: readonly ApiKey[];
  onClose: () => void;
}

/** Asks before a key is revoked, and names what stops working. */
export function RevokeDialog({ apiKey, keys, onClose }: RevokeDialogProps) {
  const revoke = useRevokeApiKey();
  // While the dialog closes, it still shows the key that it was about.
  const [shown, setShown] = useState(apiKey);
  if (apiKey && apiKey !== shown) setShown(apiKey);
  if (!shown) return null;
  const close = () => {
    revoke.reset();
    onClose();
  };
  const made = descendants(shown, keys).map(({ name }) => name);
  return (
    <ConfirmDialog
      opened={apiKey !== undefined}
      title={`Revoke ${shown.name}?`}
      confirm="Revoke"
      isPending={revoke.isPending}
      error={
        revoke.isError && (
          <ErrorNotice what="The key was not revoked" error={shownError(revoke.error)} />
        )
      }
      onConfirm={() => revoke.mutate(shown.id, { onSuccess: close })}
      onClose={close}
    >
      <p>
        Programs that use it get 401 from their next request on. This cannot be undone.{' '}
        {shown.lastUsedAt === null ? (
          'It was never used.'
        ) : (
          <>
            It was last used <RelativeTime at={shown.lastUsedAt} />.
          </>
        )}
      </p>
      {made.length > 0 && (
        <p>The keys that it created are revoked too: {new Intl.ListFormat('en').format(made)}.</p>
      )}
    </ConfirmDialog>
  );
}
