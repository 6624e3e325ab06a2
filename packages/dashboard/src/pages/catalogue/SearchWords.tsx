import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import classes from './page.module.css';

/** After the last key: a search for each letter would only cost requests. */
const PAUSE_MS = 250;

interface SearchWordsProps {
  query: string;
  onChange: (query: string) => void;
}

/** The words of a search, which begins after a pause, or at once with Enter. */
export function SearchWords({ query, onChange }: SearchWordsProps) {
  const [typed, setTyped] = useState(query);
  const sent = useRef(query);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (query === sent.current) return;
    // Changed elsewhere: filters were cleared, or another address was opened.
    sent.current = query;
    setTyped(query);
  }, [query]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (words: string) => {
    clearTimeout(timer.current);
    if (words === sent.current) return;
    sent.current = words;
    onChange(words);
  };
  return (
    <TextInput
      className={classes.words}
      type="search"
      aria-label="Search the catalogue"
      placeholder="Search for what it does"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => send(value), PAUSE_MS);
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') send(currentTarget.value);
      }}
    />
  );
}
