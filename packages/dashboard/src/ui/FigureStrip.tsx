import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsPhone } from './DataTable.tsx';
import classes from './FigureStrip.module.css';

interface FigureStripProps {
  label: string;
  figures: readonly {
    name: string;
    value: string;
    /** What it counts, or why there is none. */
    note?: ReactNode;
  }[];
}

/** A few figures in one line, as a heading of what follows. */
export const FigureStrip = ({ label, figures }: FigureStripProps) => (
  // It scrolls on a phone.
  <dl className={classes.figures} aria-label={label} tabIndex={useIsPhone() ? 0 : undefined}>
    {figures.map(({ name, value, note }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {value}
          {note && (
            <Text span display="block" size="xs" c="dimmed" fw={400}>
              {note}
            </Text>
          )}
        </dd>
      </div>
    ))}
  </dl>
);
