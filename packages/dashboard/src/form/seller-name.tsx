import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useProfile, useReplaceProfile } from '../data/sellers.ts';
import { isUnnamed } from '../ui/seller-name.ts';

/** The name of a seller who has none yet, which is asked for with the first listing. */
export interface AskedName {
  /** The field; nothing once the seller has a name. */
  field: (error: string | undefined) => ReactNode;
  /** Saves the name, if one was typed, and goes on. */
  saved: (next: () => void) => void;
  /** Why it was not saved. */
  error: unknown;
  isPending: boolean;
}

export function useSellerName(): AskedName {
  const { data: profile } = useProfile();
  const { mutate, error, isPending } = useReplaceProfile();
  const [name, setName] = useState('');
  const asked = profile && isUnnamed({ ...profile, id: profile.sellerId }) ? profile : undefined;
  return {
    field: (problem) =>
      asked && (
        <TextInput
          label="Seller name"
          description="Shown on all of your listings; it need not be your own name. Without one, buyers read “Unnamed seller”."
          name="sellerName"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={80}
          autoComplete="organization"
          maw="35rem"
          error={problem}
        />
      ),
    saved(next) {
      if (!asked || name.trim() === '') return next();
      const { website, contact, termsUrl, documentationUrl } = asked;
      mutate({ name, website, contact, termsUrl, documentationUrl }, { onSuccess: next });
    },
    error,
    isPending,
  };
}
