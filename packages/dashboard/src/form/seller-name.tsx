import { Button, Group, TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useIsSelling } from '../data/listings.ts';
import { useProfile, useReplaceProfile } from '../data/sellers.ts';
import { useSession } from '../data/session.ts';
import { isUnnamed, NAME_FIELD } from '../ui/seller-name.ts';
import { Advised, adviceProps } from './Advised.tsx';
import { VisibleText } from '../ui/VisibleText.tsx';

/** The name of a seller who has none yet, which is asked for with the first listing. */
export interface AskedName {
  /** The field; nothing once the seller has a name. */
  field: (error: string | undefined, advice: string | undefined) => ReactNode;
  /** The seller as buyers will see it; `undefined` until that is known. */
  named: { id: string; name: string } | undefined;
  /** Saves the name, if one was typed, and goes on. */
  saved: (next: () => void) => void;
  /** Why it was not saved. */
  error: unknown;
  isPending: boolean;
}

export function useSellerName(): AskedName {
  const { data: profile } = useProfile();
  const { mutate, error, isPending } = useReplaceProfile();
  const { data: user } = useSession();
  const [typed, setName] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const saved = profile && { id: profile.sellerId, name: profile.name };
  const asked = saved && isUnnamed(saved) ? profile : undefined;
  // Nobody but the operator could see it until now, so it is filled in only for those who sell already.
  const isSelling = useIsSelling(asked !== undefined);
  const name = typed ?? (isSelling ? user?.name : undefined) ?? '';
  return {
    field: (problem, advice) =>
      asked && (
        <Group gap="xs" align="flex-end">
          <TextInput
            {...NAME_FIELD}
            label={<Advised>{NAME_FIELD.label}</Advised>}
            ref={input}
            name="sellerName"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            autoComplete="organization"
            flex="1 1 20rem"
            maw="35rem"
            error={problem}
            {...adviceProps(problem === undefined ? advice : undefined)}
          />
          {user && name === '' && (
            <Button
              variant="default"
              onClick={() => {
                setName(user.name);
                input.current?.focus();
              }}
            >
              <span>
                Use “<VisibleText>{user.name}</VisibleText>”
              </span>
            </Button>
          )}
        </Group>
      ),
    named: saved && asked && name.trim() !== '' ? { ...saved, name } : saved,
    saved(next) {
      if (!asked || name.trim() === '') return next();
      const { website, contact, termsUrl, documentationUrl } = asked;
      mutate({ name, website, contact, termsUrl, documentationUrl }, { onSuccess: next });
    },
    error,
    isPending,
  };
}
