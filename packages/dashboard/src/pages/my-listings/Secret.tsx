import { Button, Group, Stack } from '@mantine/core';
import type { OwnListing } from '@mkt/client';
import { useState } from 'react';
import { shownError } from '../../data/errors.ts';
import { useSigningSecret } from '../../data/listings.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import classes from './page.module.css';

export interface SecretProps {
  listing: Pick<OwnListing, 'id' | 'slug'>;
}

/** The secret that signs calls to the service: hidden until asked for, and replaced on demand. */
export function Secret({ listing: { id, slug } }: SecretProps) {
  const shown = useSigningSecret(id);
  const rotation = useSigningSecret(id);
  const [isAsking, setIsAsking] = useState(false);
  const secret = rotation.data ?? shown.data;
  const close = () => {
    if (rotation.isError) rotation.reset();
    setIsAsking(false);
  };
  const hide = () => {
    shown.reset();
    rotation.reset();
  };
  return (
    <Card title="Signing secret">
      <Stack>
        <p>
          Set it in your service as <code>MKT_SIGNING_SECRET</code>. It proves that a call comes
          from the marketplace. Keep it out of images and repositories.
        </p>
        {secret && (
          <div aria-live="polite">
            <code className={classes.secret}>{secret.secret}</code>
            {secret.previousExpiresAt !== null && (
              <p className={classes.note}>
                Calls are signed with this secret and the one before it; the one before it expires{' '}
                <RelativeTime at={secret.previousExpiresAt} />. Give your service this one by then.
              </p>
            )}
          </div>
        )}
        {shown.error && (
          <ErrorNotice what="The secret could not be loaded" error={shownError(shown.error)} />
        )}
        <Group gap="xs">
          {secret ? (
            <>
              <CopyButton value={secret.secret}>Copy secret</CopyButton>
              <Button size="xs" variant="default" onClick={hide}>
                Hide
              </Button>
            </>
          ) : (
            <Button
              size="xs"
              variant="default"
              loading={shown.isPending}
              onClick={() => shown.mutate('show')}
            >
              Show secret
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
            Rotate
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={isAsking}
        title={`Rotate the secret of ${slug}?`}
        confirm="Rotate secret"
        isHarmless
        isPending={rotation.isPending}
        error={
          rotation.error && (
            <ErrorNotice what="The secret was not rotated" error={shownError(rotation.error)} />
          )
        }
        onConfirm={() => rotation.mutate('rotate', { onSuccess: () => setIsAsking(false) })}
        onClose={close}
      >
        <p>
          A new secret replaces this one. For 24 hours calls are signed with both, so none is
          rejected while you give your service the new one. If you rotate again before that, the
          older of the two stops working.
        </p>
      </ConfirmDialog>
    </Card>
  );
}
