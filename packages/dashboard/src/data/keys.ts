import type { ApiKey, CreateApiKeyRequest, UpdateApiKeyRequest } from '@mkt/client';
import { type ApproveDeviceLoginRequest, AUTH_ROUTES, type DeviceLogin } from '@mkt/protocol';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
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
