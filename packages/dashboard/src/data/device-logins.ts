import { AUTH_ROUTES, type ApproveDeviceLoginRequest, type DeviceLogin } from '@mkt/protocol';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './api.ts';
import { apiKeysQuery } from './keys.ts';

/** The login that waits under a code. Asked once: every lookup counts as a guess. */
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
