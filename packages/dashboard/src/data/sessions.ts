import {
  AUTH_ROUTES,
  type ChangePasswordRequest,
  type CloseAccountRequest,
  type Sessions,
  type SignedIn,
  type UpdateUserRequest,
} from '@mkt/protocol';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './api.ts';
import { leaveEverywhere, sessionQuery } from './session.ts';

/**
 * The account's sessions, newest first. Not in session.ts, which every page loads: only the account
 * page shows them.
 */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  async queryFn({ signal }) {
    const { method, path } = AUTH_ROUTES.listSessions;
    return (await api.request(method, path, { signal })) as Sessions;
  },
});

function useEnding<Variables>(
  id: 'endSession' | 'endOtherSessions',
  bodyOf: (v: Variables) => object,
) {
  const client = useQueryClient();
  const { method, path } = AUTH_ROUTES[id];
  return useMutation({
    mutationFn: (variables: Variables) => api.request(method, path, { body: bodyOf(variables) }),
    // Also when it failed: the session may have ended in the meantime.
    onSettled: () => client.invalidateQueries(sessionsQuery),
  });
}

export const useEndSession = () => useEnding('endSession', (id: string) => ({ id }));
export const useEndOtherSessions = () => useEnding('endOtherSessions', (_: void) => ({}));

/** Changes the name and the email address of the person. */
export function useUpdateUser() {
  const client = useQueryClient();
  const { method, path } = AUTH_ROUTES.updateUser;
  return useMutation({
    mutationFn: async (body: UpdateUserRequest) =>
      (await api.request(method, path, { body })) as SignedIn,
    onSuccess: ({ user }) => client.setQueryData(sessionQuery.queryKey, user),
  });
}

/** Ends every other session, and replaces this one. */
export function useChangePassword() {
  const client = useQueryClient();
  const { method, path } = AUTH_ROUTES.changePassword;
  return useMutation({
    mutationFn: (body: ChangePasswordRequest) => api.request(method, path, { body }),
    onSuccess: () => client.invalidateQueries(sessionsQuery),
  });
}

/** Closes the account, for good. `onClosed` leaves the page, which is only for people who are signed in. */
export function useCloseAccount(onClosed: () => void) {
  const client = useQueryClient();
  const { method, path } = AUTH_ROUTES.closeAccount;
  return useMutation({
    mutationFn: (body: CloseAccountRequest) => api.request(method, path, { body }),
    onSuccess() {
      onClosed();
      leaveEverywhere(client);
    },
  });
}
