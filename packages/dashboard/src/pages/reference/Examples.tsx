import { SegmentedControl } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Code } from './Code.tsx';
import { type Language, LANGUAGES } from './languages.ts';
import classes from './page.module.css';

const STORED = 'mkt-docs-language';

function storedLanguage(): Language {
  try {
    const stored = localStorage.getItem(STORED);
    return LANGUAGES.find(({ value }) => value === stored)?.value ?? 'curl';
  } catch {
    // The browser keeps nothing for this site.
    return 'curl';
  }
}

let chosen = storedLanguage();
const listeners = new Set<() => void>();

function choose(language: Language): void {
  chosen = language;
  for (const listener of listeners) listener();
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // It stays chosen until the site is left.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

interface ExamplesProps {
  label: string;
  examples: readonly (readonly [Language, string])[];
}

/** The same example in several languages: the one that the reader chose last, on any page. */
export function Examples({ label, examples }: ExamplesProps) {
  const wanted = useSyncExternalStore(subscribe, () => chosen);
  const [first] = examples;
  const [language, code] = examples.find(([each]) => each === wanted) ?? first ?? ['curl', ''];
  const available = LANGUAGES.filter(({ value }) => examples.some(([each]) => each === value));
  return (
    <div className={classes.example}>
      <div className={classes.exampleHead}>
        <SegmentedControl
          size="xs"
          aria-label="Language"
          value={language}
          onChange={choose}
          data={available.map((each) => ({ ...each }))}
        />
        <CopyButton value={code} />
      </div>
      <Code label={label}>{code}</Code>
    </div>
  );
}
