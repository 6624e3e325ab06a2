import type { ApiPromise } from '../api-promise.ts';
import type { Profile, UpdateProfileRequest } from '../records-src-records.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

export type OwnProfile = ReturnType<typeof profile>;

/** What buyers see of you as a seller. */
export function profile({ call }: Transport) {
  return {
    get(options: RequestOptions = {}): ApiPromise<Profile> {
      return call('getProfile', options);
    },

    /** Replaces the profile: a field that is left out is removed. */
    replace(profile: UpdateProfileRequest, options: RequestOptions = {}): ApiPromise<Profile> {
      return call('updateProfile', options, { body: profile });
    },
  };
}
