import {
  ApiError,
  BudgetExceededError,
  ConnectionError,
  InvalidResponseError,
  MktError,
} from '@mkt/client';

/** An error as pages show it. */
interface ShownError {
  /** What happened. */
  title: string;
  /** Where, if the server named places: a JSON Pointer and a sentence each. */
  places: readonly { path: string; message: string }[];
  /** What to do next. */
  next: string | undefined;
  requestId: string | undefined;
  /** Whether the same request may succeed later. */
  canRetry: boolean;
  /** Whether a person has to sign in again first. */
  isSignedOut?: boolean;
  /** Whether there was no response: it says nothing any more once there is a connection again. */
  isUnreachable?: boolean;
}

const signedOut = new WeakSet<Error>();

/** The server has refused the session: what it says is meant for programs with an API key. */
export const refusedSession = (error: Error): void => void signedOut.add(error);

const SECOND_MS = 1_000;

/** When the budget resets, and where to change it. */
function budgetStep({ rule, remaining }: BudgetExceededError): string {
  const resetsAt = rule === 'limit' ? remaining?.resetsAt : undefined;
  const time = resetsAt?.replace('T', ' ').replace(/:\d\d\.\d+Z$/, ' UTC');
  const wait = time === undefined ? '' : `The budget resets at ${time}. `;
  return `${wait}You can change it under “API keys”.`;
}

function nextStep(error: ApiError): string | undefined {
  const { status, type, retryAfterMs, reason } = error;
  if (error instanceof BudgetExceededError) return budgetStep(error);
  if (type === 'budget_protected') {
    return 'Change it under “API keys” while you are signed in, or with a key that this one did not create.';
  }
  if (retryAfterMs) {
    const isSaid = /\btry again\b/i.test(reason);
    return isSaid ? undefined : `Try again in ${Math.ceil(retryAfterMs / SECOND_MS)} s.`;
  }
  if (status >= 500) return 'Try again. If it happens again, send the request id to the operator.';
  return undefined;
}

/** What a page says about an error: what happened, where, and what to do next. */
export function shownError(error: unknown): ShownError {
  if (error instanceof Error && signedOut.has(error)) {
    return {
      title: 'You are signed out.',
      places: [],
      next: undefined,
      requestId: undefined,
      canRetry: true,
      isSignedOut: true,
    };
  }
  if (error instanceof ApiError) {
    const { status, details, requestId } = error;
    return {
      title: error.type === 'internal' ? 'Something went wrong in the marketplace.' : error.reason,
      places: details,
      next: nextStep(error),
      requestId,
      canRetry: status === 429 || status >= 500,
    };
  }
  if (error instanceof ConnectionError) {
    return {
      title:
        error.type === 'timeout'
          ? 'The server took too long to respond.'
          : 'The server cannot be reached.',
      places: [],
      next: 'Check your connection, then try again.',
      requestId: undefined,
      canRetry: true,
      isUnreachable: true,
    };
  }
  if (error instanceof InvalidResponseError) {
    // Its message is for programs: it names addresses and options of the client.
    return {
      title: 'The marketplace did not respond as expected.',
      places: [],
      next: 'Try again in a minute. If it happens again, tell the operator.',
      requestId: error.requestId,
      canRetry: true,
    };
  }
  return {
    title: error instanceof Error ? error.message : 'Something went wrong.',
    places: [],
    next: 'Reload the page.',
    requestId: error instanceof MktError ? error.requestId : undefined,
    canRetry: true,
  };
}

/** What was typed into a field of a form; empty if there is no such field. */
export function formText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}

interface FormErrors<Field extends string> {
  /** The problem of each field. */
  fields: Partial<Record<Field, string>>;
  /** What concerns no field of the form. */
  other: ShownError | undefined;
}

/** A reason as a sentence: `reachability: expected 200` has neither a capital nor a full stop. */
export const asSentence = (text: string): string =>
  text
    .trim()
    .replace(/^./, (first) => first.toUpperCase())
    .replace(/[^.!?]$/, '$&.');

/** Which field of a form the server has refused: the pointers of its error name the members of the body. */
export function formErrors<Field extends string>(
  error: unknown,
  names: readonly Field[],
): FormErrors<Field> {
  const fields: FormErrors<Field>['fields'] = {};
  if (!error) return { fields, other: undefined };
  const shown = shownError(error);
  const details = error instanceof ApiError ? error.details : [];
  for (const { path, message } of details) {
    const name = names.find((field) => path === `/${field}` || path.startsWith(`/${field}/`));
    if (name !== undefined) fields[name] ??= asSentence(message);
  }
  const places = details.filter(
    ({ path }) => !names.some((name) => path === `/${name}` || path.startsWith(`/${name}/`)),
  );
  const areAllShown = details.length > 0 && places.length === 0;
  return { fields, other: areAllShown ? undefined : { ...shown, places } };
}
