import type { readProfile, readSeller } from './read-profile.ts';
import type { updateProfile } from './account.ts';
import { pageRequest } from '../http/cursor.ts';
import { pageText } from '../http/list-page.ts';
import { catalogueText } from '../listings/present.ts';
import type { Handlers, UseCase } from '../http/route.ts';
import { byId } from '../market/ids.ts';

export interface ProfileUseCases {
  readProfile: UseCase<typeof readProfile>;
  updateProfile: UseCase<typeof updateProfile>;
  readSeller: UseCase<typeof readSeller>;
}

/** The handlers of seller profiles. A profile is on the wire what it is in the domain. */
export function profileHandlers(
  useCases: ProfileUseCases,
): Pick<Handlers, 'getProfile' | 'updateProfile' | 'getSeller'> {
  return {
    async getProfile({ caller }) {
      return { status: 200, json: await useCases.readProfile(caller) };
    },
    async updateProfile({ caller, body }) {
      return { status: 200, json: await useCases.updateProfile(caller, body) };
    },
    async getSeller({ params: { id }, query, reader }) {
      const list = `seller:${id}`;
      const { profile, listings } = await useCases.readSeller(id, pageRequest(list, query), reader);
      const known = JSON.stringify(profile).slice(0, -1);
      const text = `${known},"listings":${pageText(list, listings, byId, catalogueText)}}`;
      return { status: 200, text };
    },
  };
}
