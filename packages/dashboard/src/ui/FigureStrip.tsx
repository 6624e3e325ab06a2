import { Text } from '@mantine/core';
import { Link } from 'wouter';
import classes from './FigureStrip.module.css';

interface FigureStripProps {
  label: string;
  figures: readonly {
    name: string;
    value: string;
    /** What it counts, or why there is none. */
    note?: string | undefined;
    /** Where the note leads. */
    href?: string;
  }[];
}

/** A few figures in one line, as a heading of what follows; in two columns on a phone. */
export const FigureStrip = ({ label, figures }: FigureStripProps) => (
  <dl className={classes.figures} aria-label={label}>
    {figures.map(({ name, value, note, href }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {value}
          {note && (
            <Text span display="block" size="xs" c="dimmed" fw={400}>
              {href === undefined ? note : <Link href={href}>{note}</Link>}
            </Text>
          )}
        </dd>
      </div>
    ))}
  </dl>
);
