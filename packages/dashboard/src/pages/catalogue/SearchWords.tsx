import { TextInput } from '@mantine/core';
import { useTypedWords } from '../../ui/use-typed-words.ts';
import classes from './page.module.css';

interface SearchWordsProps {
  query: string;
  onChange: (query: string) => void;
}

/** The words of a search, which begins after a pause, or at once with Enter. */
export function SearchWords({ query, onChange }: SearchWordsProps) {
  const { typed, type, send } = useTypedWords(query, onChange);
  return (
    <TextInput
      className={classes.words}
      type="search"
      aria-label="Search the catalogue"
      placeholder="Search for what it does"
      value={typed}
      onChange={({ currentTarget: { value } }) => type(value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') send(currentTarget.value);
      }}
    />
  );
}
