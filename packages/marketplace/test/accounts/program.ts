import type { ApiResponse } from '../../../../test-bed/api.ts';
import { createApi } from '../../../../test-bed/api.ts';

export const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';

export interface DeviceCodes {
  deviceCode: string;
  userCode: string;
}

/** A program that asks for an API key, as RFC 8628 prescribes. */
export interface TestProgram {
  send(path: string, form: Record<string, string>): Promise<ApiResponse>;
  start(form?: Record<string, string>): Promise<DeviceCodes>;
  poll(codes: Pick<DeviceCodes, 'deviceCode'>): Promise<ApiResponse>;
}

/** With these headers in each request, such as those that a browser would add. */
export function openProgram(
  { url }: { url: string },
  headers: Record<string, string> = {},
): TestProgram {
  const api = createApi(url, undefined);
  const send = (path: string, form: Record<string, string>) =>
    api.request('POST', path, undefined, {
      raw: new URLSearchParams(form).toString(),
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    });
  return {
    send,
    async start(form = {}) {
      const { status, body, text } = await send('/auth/device/code', {
        client_id: 'mkt',
        host_name: 'ann-laptop',
        ...form,
      });
      if (status !== 200) throw new Error(`No device code: ${text}`);
      return { deviceCode: body.device_code, userCode: body.user_code };
    },
    poll: ({ deviceCode }) =>
      send('/auth/device/token', {
        grant_type: GRANT_TYPE,
        device_code: deviceCode,
        client_id: 'mkt',
      }),
  };
}
