import type { Profile } from '@mkt/protocol';
import type { Style } from '../terminal/style.ts';
import { facts } from './facts.ts';

/** What buyers see of a seller. */
export const profileFacts = (profile: Profile, style: Style): string =>
  facts(
    [
      ['name', profile.name],
      ['website', profile.website],
      ['contact', profile.contact],
      ['terms', profile.termsUrl],
      ['documentation', profile.documentationUrl],
      ['seller id', profile.sellerId],
    ],
    style,
  );
