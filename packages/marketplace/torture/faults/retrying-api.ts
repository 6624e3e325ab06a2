import type { Api, ApiResponse } from '../../../../test-bed/api.ts';

/** A guarantee that did not hold under a fault. */
export class GuaranteeBroken extends Error {
  constructor(
    what: string,
    response?: Pick<ApiResponse, 'status' | 'text'>,
    options?: ErrorOptions,
  ) {
    super(response ? `${what}: ${response.status} ${response.text}` : what, options);
    this.name = 'GuaranteeBroken';
  }
}

/** A client that retries while the storage is unavailable, and checks the form of each refusal. */
export interface RetryingApi extends Pick<Api, 'request'> {
  /** How many responses reported that the storage is unavailable. */
  refusals(): number;
}

const MAX_TRIES = 60;

function checkRefusal(response: ApiResponse, readsContinue: boolean, method: string): void {
  const isInForm =
    response.body?.type === 'storage_unavailable' && response.headers.get('retry-after') !== null;
  if (!isInForm)
    throw new GuaranteeBroken('a storage fault is reported as storage_unavailable', response);
  if (readsContinue && method === 'GET') throw new GuaranteeBroken('reads continue', response);
}

export function createRetryingApi(
  api: Api,
  { readsContinue }: { readsContinue: boolean },
): RetryingApi {
  let refusals = 0;
  return {
    async request(method, path, body, options) {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const response = await api.request(method, path, body, options);
        if (response.status < 500) return response;
        // A list that a busy machine does not read in time is refused too, which is no fault.
        if (method === 'GET' && response.body?.type === 'overloaded') continue;
        checkRefusal(response, readsContinue, method);
        refusals += 1;
      }
      throw new GuaranteeBroken(`${method} ${path} recovers`);
    },
    refusals: () => refusals,
  };
}
