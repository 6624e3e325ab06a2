import { scope, type Route } from './route.ts';

/** What a seller says about itself; buyers read it with `getSeller`. */
export const PROFILE_ROUTES = {
  getProfile: {
    method: 'GET',
    path: '/v1/profile',
    access: scope('account:read'),
    summary: 'Get your seller profile',
    tag: 'Profile',
    success: { status: 200, schema: 'Profile', description: 'The profile.' },
    errors: [],
  },
  updateProfile: {
    method: 'PUT',
    path: '/v1/profile',
    access: scope('account:update'),
    summary: 'Replace your seller profile',
    tag: 'Profile',
    body: 'UpdateProfileRequest',
    success: { status: 200, schema: 'Profile', description: 'The new profile.' },
    errors: ['review_failed', 'overloaded'],
  },
} as const satisfies Record<string, Route>;
