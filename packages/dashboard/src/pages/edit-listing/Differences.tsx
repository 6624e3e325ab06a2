import { Box } from '@mantine/core';
import type { ListingFields } from '../../form/listing-fields.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ChangeLines } from '../../ui/Timeline.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { differencesInWords } from './differences.ts';

interface DifferencesProps {
  before: ListingFields;
  after: ListingFields;
  /** The fields that differ, in words. */
  names: string;
}

/** What would be saved: the fields, and on demand what was and what is. */
const Differences = ({ before, after, names }: DifferencesProps) => (
  <details>
    <summary>
      <Icon name="right" />
      <span>
        What changes: <VisibleText>{names}</VisibleText>
      </span>
    </summary>
    <Box mah="40vh" style={{ overflow: 'auto' }}>
      <ChangeLines of={differencesInWords(before, after)} />
    </Box>
  </details>
);

export default Differences;
