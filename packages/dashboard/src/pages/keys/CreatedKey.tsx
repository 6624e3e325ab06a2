import type { CreatedApiKey } from '@mkt/client';
import { scopesInWords } from '../../data/key-words.ts';
import { dateOf } from '../../ui/relative-time.ts';
import { RevealOnce } from './RevealOnce.tsx';
import { budgetInWords } from './budget-words.ts';

interface CreatedKeyProps {
  created: CreatedApiKey;
  onStored: () => void;
}

/** A new key, which no later response contains. */
export function CreatedKey({ created, onStored }: CreatedKeyProps) {
  const { name, key, scopes, expiresAt, budget } = created;
  const expiry = expiresAt === null ? 'never expires' : `expires ${dateOf(expiresAt)}`;
  return (
    <RevealOnce
      title={`Key “${name}” created`}
      what="key"
      value={key}
      summary={`${scopesInWords(scopes)} · ${expiry} · ${budgetInWords(budget)}`}
      onStored={onStored}
    >
      <p>
        Programs and <code>npx mkt</code> read it from <code>MKT_API_KEY</code>.
      </p>
    </RevealOnce>
  );
}
