import { LIMITS } from '@mkt/protocol';
import { useEffect, useRef, useState } from 'react';
import { focusInvalid } from './first-invalid.ts';

/** What a field of a form says about its value; the part of the browser's `ValidityState` that is used. */
interface FieldState {
  value: string;
  required: boolean;
  minLength: number;
  isAddress: boolean;
}

/** Why a value cannot be sent, in words; `undefined` if it can. `missing` asks for it. */
export function problemOf(
  { value, required, minLength, isAddress }: FieldState,
  missing: string,
): string | undefined {
  if (value.trim() === '') return required ? missing : undefined;
  if (isAddress && !/^[^\s@]+@[^\s@]+$/.test(value.trim())) {
    return 'Enter a whole address, such as ann@example.com.';
  }
  if (value.length < minLength) {
    return `Use at least ${minLength} characters. This has ${value.length}.`;
  }
  return undefined;
}

/**
 * Messages below the fields of a form in place of the browser's bubbles, for a `<form noValidate>`: the
 * rules are those of its inputs (`required`, `minLength`, `type`, `pattern`). The first field with a problem
 * gets the focus, also when the server refused it (`refusal`), and a message goes once its field is
 * changed.
 */
export function useOwnMessages<Name extends string>(
  asking: Readonly<Record<Name, string>>,
  refusal?: unknown,
) {
  const [messages, setMessages] = useState<Partial<Record<Name, string>>>({});
  const checked = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal) focusInvalid(checked.current);
  }, [refusal]);
  return {
    messages,
    /** Whether everything can be sent. */
    check(form: HTMLFormElement): boolean {
      checked.current = form;
      const found: Partial<Record<Name, string>> = {};
      let first: HTMLInputElement | undefined;
      for (const input of form.elements) {
        if (!(input instanceof HTMLInputElement) || !(input.name in asking)) continue;
        const name = input.name as Name;
        const { value, required, minLength, type } = input;
        const state = { value, required, minLength, isAddress: type === 'email' };
        const { patternMismatch, typeMismatch } = input.validity;
        // The title of an input says what its pattern or its kind of address asks for.
        const mismatch = patternMismatch || typeMismatch ? input.title || undefined : undefined;
        const problem = problemOf(state, asking[name]) ?? mismatch;
        if (problem === undefined) continue;
        found[name] = problem;
        first ??= input;
      }
      setMessages(found);
      first?.focus();
      return first === undefined;
    },
    /** For the form's `onInput`. */
    onInput({ target }: { target: EventTarget }): void {
      if (!(target instanceof HTMLInputElement) || !(target.name in messages)) return;
      setMessages(({ [target.name as Name]: _gone, ...others }) => others as typeof messages);
    },
  };
}

/**
 * What is wrong with the fields of a form, once they were to be sent: each message is there until its field
 * is right. All come at once, and the first field of the page gets the focus, also when the server
 * refused it (`refusal`).
 */
export function useShownProblems<Name extends string>(
  problems: Partial<Record<Name, string>>,
  refusal: unknown,
) {
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set());
  const checked = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal) focusInvalid(checked.current);
  }, [refusal]);
  const found = Object.entries(problems).filter(([, problem]) => problem !== undefined);
  return {
    shown: Object.fromEntries(found.filter(([name]) => tried.has(name))) as typeof problems,
    /** Whether everything can be sent. */
    check(form: HTMLFormElement): boolean {
      checked.current = form;
      setTried(new Set(found.map(([name]) => name)));
      if (found.length > 0) focusInvalid(form);
      return found.length === 0;
    },
  };
}

/** The `pattern` of an address on the web: browsers take `ftp:/x` for an address too. */
export const WEB_ADDRESS = String.raw`\s*[hH][tT]{2}[pP][sS]?://\S+\s*`;

/** Asks for what signing in and up need. */
export const ASKING = {
  name: 'Enter your name.',
  email: 'Enter your email address.',
  password: 'Enter your password.',
  newPassword: `Choose a password of at least ${LIMITS.passwordMinLength} characters.`,
  currentPassword: 'Enter your current password.',
} as const;
