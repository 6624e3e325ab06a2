import { Button } from '@mantine/core';
import { Notice } from '../ui/Notice.tsx';

/** Says that a form has what was typed into it before and not saved. */
export const Restored = ({ onDiscard }: { onDiscard: () => void }) => (
  <Notice tone="info" title="What you had typed is here again">
    It was not saved.{' '}
    <Button size="xs" variant="default" onClick={onDiscard}>
      Discard it
    </Button>
  </Notice>
);
