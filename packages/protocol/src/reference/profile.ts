import type { Reference } from './entry.ts';
import { PROFILE } from './weather.ts';

const { sellerId: _, ...REQUEST } = PROFILE;

export const PROFILES = {
  getProfile: {
    description:
      'Returns what buyers see of you as a seller. Every account has a profile; until you set a name, it is `Seller` and the start of the `sellerId`.',
    response: PROFILE,
  },
  updateProfile: {
    description:
      'Replaces your seller profile. Its texts are screened like those of a listing: if the `content` check fails, nothing changes. Listings show the new name immediately.',
    request: REQUEST,
    response: PROFILE,
  },
} satisfies Partial<Reference>;
