import {
  AUTH_ROUTES,
  type CurrentSession,
  type SignInRequest,
  type SignUpRequest,
  type User,
} from '@mkt/protocol';
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { api } from './api.ts';
import { recent } from './recent.ts';

/** Tells the other tabs of the browser that a person has signed in or out. */
const channel = 'BroadcastChannel' in window ? new BroadcastChannel('mkt-session') : undefined;

const sessionChanges = {
  announce: (): void => channel?.postMessage(null),
  subscribe(listener: () => void): () => void {
    channel?.addEventListener('message', listener);
    return () => channel?.removeEventListener('message', listener);
  },
};

const listeners = new Set<() => void>();
let ended = false;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Whether the server has refused the session while a page was in use. The page stays as it is, with
 * what was typed into it, until its user has signed in again.
 */
export const sessionEnded = {
  get: () => ended,
  set(value: boolean): void {
    ended = value;
    for (const listener of listeners) listener();
  },
};

export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, sessionEnded.get);

/** The person who is signed in; `null` if no one is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  async queryFn({ signal }): Promise<User | null> {
    const { method, path } = AUTH_ROUTES.getSession;
    const found = (await api.request(method, path, { signal })) as CurrentSession | null;
    return found?.user ?? null;
  },
  staleTime: Infinity,
});

/** Follows what other tabs do: all of them share the session's cookie. */
export function useSharedSession(): void {
  const client = useQueryClient();
  useEffect(() => {
    // If it cannot be read, what the page shows next says so.
    const follow = () => void enterSession(client).catch(() => undefined);
    return sessionChanges.subscribe(follow);
  }, [client]);
}

export const useSession = () => useQuery(sessionQuery);

/** The person who is signed in, on a page that is only for them. */
export function useUser(): User | null {
  return useSession().data ?? null;
}

const others = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'session',
};

function leaveSession(client: QueryClient): void {
  recent.clear();
  client.setQueryData(sessionQuery.queryKey, null);
  client.removeQueries(others);
  client.getMutationCache().clear();
  sessionEnded.set(false);
}

/** After the session has ended, here and so in every tab. */
export function leaveEverywhere(client: QueryClient): void {
  leaveSession(client);
  sessionChanges.announce();
}

/** After signing in, here or in another tab. What another person's session had loaded is dropped. */
async function enterSession(client: QueryClient): Promise<void> {
  const before = client.getQueryData(sessionQuery.queryKey);
  // A request in flight would still find no one signed in.
  await client.cancelQueries(sessionQuery);
  const user = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (!user) {
    leaveSession(client);
    return;
  }
  sessionEnded.set(false);
  if (before?.id === user.id) await client.invalidateQueries(others);
  else await client.resetQueries(others);
}

/** Signs in with one of the endpoints below `/auth`; the mutation ends when the session is known. */
function useSigningIn<Body>(id: 'signIn' | 'signUp' | 'resetPassword' | 'signInDev') {
  const client = useQueryClient();
  const { method, path } = AUTH_ROUTES[id];
  return useMutation({
    mutationFn: (body: Body) => api.request(method, path, { body }),
    async onSuccess() {
      await enterSession(client);
      sessionChanges.announce();
    },
    meta: { signsIn: true },
  });
}

export const useSignIn = () => useSigningIn<SignInRequest>('signIn');
export const useSignUp = () => useSigningIn<SignUpRequest>('signUp');
export const useResetPassword = () =>
  useSigningIn<{ token: string; newPassword: string }>('resetPassword');
/** Only in dev mode (docs/operate/accounts.md#dev-mode). */
export const useDevSignIn = () => useSigningIn<{ token: string }>('signInDev');

export function useSignOut() {
  const client = useQueryClient();
  const { method, path } = AUTH_ROUTES.signOut;
  return useMutation({
    mutationFn: () => api.request(method, path, { body: {} }),
    onSuccess: () => leaveEverywhere(client),
    meta: { signsIn: true },
  });
}
