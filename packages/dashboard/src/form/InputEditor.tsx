import { JsonInput, Skeleton } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { retried } from '../data/connection.ts';
import { deferred } from '../ui/deferred.tsx';
import { VisibleText } from '../ui/VisibleText.tsx';
import { placeInWords, withArticle } from '../ui/check-words.ts';
import classes from './InputForm.module.css';
import type { InputFormProps } from './InputForm.tsx';
import type { InputProblem } from './field-errors.ts';
import type { Shown, View } from './input-view.ts';

const InputForm = deferred(retried(() => import('./InputForm.tsx')));

interface Props extends InputFormProps {
  /** In its place if it cannot be drawn. */
  fallback: ReactNode;
}

/** The fields of a listing's input, loaded when they are first needed. */
export class DrawnForm extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { fallback, ...props } = this.props;
    if (this.state.failed) return fallback;
    return <InputForm {...props} fallback={<Skeleton height={160} aria-busy="true" />} />;
  }
}

interface InputEditorProps {
  view: View;
  shown: Shown;
  /** JSON text. */
  text: string;
  /** Why the text is not JSON. */
  problem: string | undefined;
  problems: readonly InputProblem[];
  onType: (text: string) => void;
  onFill: (text: string) => void;
  onUnreadable: (isUnreadable: boolean) => void;
}

/** `text must be a string.` */
const sentenceOf = ({ path, message }: InputProblem) =>
  `${placeInWords(path) || 'The input'} ${withArticle(message)}.`;

function JsonEditor({ shown, text, problem, problems, onType }: InputEditorProps) {
  const errors = problems.map(sentenceOf).join('\n');
  return (
    <JsonInput
      label="JSON"
      description={shown.reason && <VisibleText>{shown.reason}</VisibleText>}
      autosize
      minRows={6}
      maxRows={24}
      value={text}
      onChange={onType}
      error={problem ?? (errors === '' ? undefined : <VisibleText>{errors}</VisibleText>)}
      spellCheck={false}
      classNames={{ input: classes.json, error: classes.errors }}
    />
  );
}

/** An input as a form or as JSON; both edit the same text. */
export function InputEditor(props: InputEditorProps) {
  const { view, shown, text, problems, onFill, onUnreadable } = props;
  if (view === 'json' || !shown.schema) return <JsonEditor {...props} />;
  const fallback = (
    <JsonEditor {...props} shown={{ reason: 'The form of this listing could not be drawn.' }} />
  );
  return (
    <DrawnForm
      schema={shown.schema}
      text={text}
      problems={problems}
      onChange={onFill}
      onUnreadable={onUnreadable}
      fallback={fallback}
    />
  );
}
