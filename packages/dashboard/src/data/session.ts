import { AUTH_ROUTES, isObject, type SignInRequest, type SignUpRequest } from '@mkt/protocol';
import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { api } from './api.ts';
import { sessionEnded } from './session-ended.ts';

export interface User {
  id: string;
  name: string;
  email: string;
}

/** The person who is signed in; `null` if no one is. */
const sessionQuery = queryOptions({
  queryKey: ['session'],
  async queryFn({ signal }): Promise<User | null> {
    const { method, path } = AUTH_ROUTES.getSession;
    const found = await api.request(method, path, { signal });
    return isObject(found) && isObject(found['user']) ? (found['user'] as unknown as User) : null;
  },
  staleTime: Infinity,
});

export const useSession = () => useQuery(sessionQuery);

/** The person who is signed in, on a page that is only for them. */
export function useUser(): User | null {
  return useSession().data ?? null;
}

/** After signing in. What another person's session had loaded is dropped. */
async function enterSession(client: QueryClient): Promise<void> {
  const before = client.getQueryData(sessionQuery.queryKey);
  // A request that is under way would still find no one signed in.
  await client.cancelQueries(sessionQuery);
  const user = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
  sessionEnded.set(false);
  const others = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'session',
  };
  if (before?.id === user?.id) await client.invalidateQueries(others);
  else await client.resetQueries(others);
}

/** Signs in with one of the endpoints below `/auth`; the mutation ends when the session is known. */
function useSigningIn<Body>(id: 'signIn' | 'signUp' | 'resetPassword' | 'signInDev') {
  const client = useQueryClient();
  const { method, path } = AUTH_ROUTES[id];
  return useMutation({
    mutationFn: (body: Body) => api.request(method, path, { body }),
    onSuccess: () => enterSession(client),
    meta: { signsIn: true },
  });
}

export const useSignIn = () => useSigningIn<SignInRequest>('signIn');
export const useSignUp = () => useSigningIn<SignUpRequest>('signUp');
export const useResetPassword = () =>
  useSigningIn<{ token: string; newPassword: string }>('resetPassword');
/** Only in dev mode (docs/accounts.md#dev-mode). */
export const useDevSignIn = () => useSigningIn<{ token?: string }>('signInDev');

export function useSignOut() {
  const client = useQueryClient();
  const { method, path } = AUTH_ROUTES.signOut;
  return useMutation({
    mutationFn: () => api.request(method, path, { body: {} }),
    onSuccess() {
      client.clear();
      client.setQueryData(sessionQuery.queryKey, null);
      sessionEnded.set(false);
    },
    meta: { signsIn: true },
  });
}
