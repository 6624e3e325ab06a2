import { formErrors } from '../../data/form-errors.ts';
import { serverMode } from '../../data/server-mode.ts';
import { shellQuoted } from '../../data/curl-command.ts';
import { Command } from '../../ui/Command.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { importProblem } from './words.ts';

/** Refusals that the form shows beside its fields. */
const SHOWN_AT_FIELDS = ['serviceUrl', 'slug', 'price/amount', 'price/currency', 'price/unit'];

interface ImportErrorProps {
  error: unknown;
  serviceUrl: string;
  /** What could not be done, if the error says nothing more exact. */
  what: string;
}

/** Why a service could not be imported, where the problem is, and what to do about it. */
export function ImportError({ error, serviceUrl, what }: ImportErrorProps) {
  const { other } = formErrors(error, SHOWN_AT_FIELDS);
  if (!other) return null;
  const { title, next, canValidate } = importProblem(error, what, serverMode.dev);
  return (
    <ErrorNotice what={title} error={{ ...other, next: next ?? other.next }}>
      {canValidate && (
        <Command>{`npx mkt validate --service-url ${shellQuoted(serviceUrl)}`}</Command>
      )}
    </ErrorNotice>
  );
}
