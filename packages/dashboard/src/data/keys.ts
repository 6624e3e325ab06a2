import type { ApiKey, CreateApiKeyRequest, UpdateApiKeyRequest } from '@mkt/client';
import { type ApproveDeviceLoginRequest, AUTH_ROUTES, type DeviceLogin } from '@mkt/protocol';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from './api.ts';

/** The dashboard's query for every key of the account, newest first; a quota limits their number. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  async queryFn({ signal }): Promise<ApiKey[]> {
    const keys: ApiKey[] = [];
    for await (const key of api.apiKeys.list({ limit: 100 }, { signal })) keys.push(key);
    return keys;
  },
});

const STALE_MS = 5 * 60_000;
const MAX_DAYS = 729;
const DAY_MS = 24 * 3_600_000;

/** The names of the keys that bought something, also of those that were revoked: one request. */
const buyingKeysQuery = queryOptions({
  queryKey: ['key-names'],
  async queryFn({ signal }): Promise<ReadonlyMap<string, string>> {
    const from = new Date(Date.now() - MAX_DAYS * DAY_MS).toISOString();
    const { data } = await api.stats.usage({ by: 'key', from }, { signal });
    return new Map(
      data.flatMap(({ keyId, keyName }) => (keyId && keyName ? [[keyId, keyName] as const] : [])),
    );
  },
  staleTime: STALE_MS,
  structuralSharing: false,
});

/** The names of keys by id, those that were revoked included; undefined while they are loading. */
export function useKeyNames(): ReadonlyMap<string, string> | undefined {
  const now = useQuery(apiKeysQuery).data;
  const bought = useQuery(buyingKeysQuery).data;
  return useMemo(
    () => now && bought && new Map([...bought, ...now.map(({ id, name }) => [id, name] as const)]),
    [now, bought],
  );
}

export function useCreateApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateApiKeyRequest) => api.apiKeys.create(body),
    onSuccess: () => client.invalidateQueries(apiKeysQuery),
  });
}

/** Changes the name or the budget of a key. */
export function useUpdateApiKey(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: UpdateApiKeyRequest) => await api.apiKeys.update(id, body),
    onSuccess: () => client.invalidateQueries(apiKeysQuery),
  });
}

/** Revokes a key and the keys that it created. */
export function useRevokeApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.apiKeys.delete(id),
    onSuccess: () => client.invalidateQueries(apiKeysQuery),
  });
}

/** The pending login with this code. Looked up once, because every lookup counts as a guess. */
export const deviceLoginQuery = (userCode: string) =>
  queryOptions({
    queryKey: ['device-logins', userCode],
    async queryFn({ signal }) {
      const { method, path } = AUTH_ROUTES.findDeviceLogin;
      const body = { userCode };
      return (await api.request(method, path, { body, signal })) as DeviceLogin;
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });

export function useApproveDeviceLogin() {
  const client = useQueryClient();
  const { method, path } = AUTH_ROUTES.approveDeviceLogin;
  return useMutation({
    mutationFn: (body: ApproveDeviceLoginRequest) => api.request(method, path, { body }),
    onSuccess: () => client.invalidateQueries(apiKeysQuery),
  });
}

export function useDenyDeviceLogin() {
  const { method, path } = AUTH_ROUTES.denyDeviceLogin;
  return useMutation({
    mutationFn: (userCode: string) => api.request(method, path, { body: { userCode } }),
  });
}
