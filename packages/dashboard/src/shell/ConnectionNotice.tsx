import { Button } from '@mantine/core';
import { connection, useIsConnectionLost } from '../data/connection.ts';
import { Icon } from '../ui/Icon.tsx';
import { Notice } from '../ui/Notice-ui-Notice.tsx';
import classes from './shell.module.css';

/** Above every page and dialog, for as long as the marketplace cannot be reached. */
export function ConnectionNotice() {
  const isLost = useIsConnectionLost();
  if (!isLost) return null;
  return (
    <div className={classes.place}>
      <Notice tone="bad" title="The marketplace cannot be reached">
        <p>This page reconnects by itself, and keeps what you have typed.</p>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="again" />}
          onClick={connection.tryNow}
        >
          Try now
        </Button>
      </Notice>
    </div>
  );
}
