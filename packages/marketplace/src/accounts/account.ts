import { checkUrl, isPublishable, normaliseLine } from '@mkt/conformance';
import type { UpdateProfileRequest } from '@mkt/protocol';
import type { Caller } from '../market/caller.ts';
import { checkProfile, type Profile } from './profile.ts';
import { Refusal } from '../market/refusal.ts';
import type { SchemaValidation } from '../schemas/schema-validation.ts';
import type { ProfileStore } from '../server/store-domain-store.ts';
import type { ProfileTexts } from '../market/profile-texts.ts';

export interface UpdateProfileDeps {
  profiles: Pick<ProfileStore, 'replace'>;
  schemas: Pick<SchemaValidation, 'reviewProfile'>;
}

/** Links are for buyers, so not even dev mode accepts http and private addresses. */
function urlProblem(text: string): string | undefined {
  const checked = checkUrl(text, { allowPrivate: false });
  return checked.ok ? undefined : checked.message;
}

function textsOf(request: UpdateProfileRequest): ProfileTexts {
  const { website = null, contact = null, termsUrl = null, documentationUrl = null } = request;
  return { name: normaliseLine(request.name), website, contact, termsUrl, documentationUrl };
}

/** Replaces the caller's profile, unless a review of its texts fails (docs/accounts.md#profile). */
export async function updateProfile(
  { profiles, schemas }: UpdateProfileDeps,
  { accountId }: Caller,
  request: UpdateProfileRequest,
): Promise<Profile> {
  const texts = textsOf(request);
  checkProfile(texts, urlProblem);
  const check = await schemas.reviewProfile(texts, accountId);
  if (!isPublishable([check])) {
    throw new Refusal(
      'review_failed',
      'A review check failed, so nothing was changed. Fix what `checks` lists and send the profile again.',
      { checks: [check] },
    );
  }
  return profiles.replace(accountId, texts);
}
