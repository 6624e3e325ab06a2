import { requestName } from './ping.ts';
import { request, type Transport, type TransportResponse } from '../transport.ts';

export interface ObservedResponse {
  /** `GET /contract` */
  name: string;
  response: TransportResponse;
}

/** A transport that records every response, for the rules that apply to all of them. */
export function observeResponses(transport: Transport): {
  transport: Transport;
  responses: readonly ObservedResponse[];
} {
  const responses: ObservedResponse[] = [];
  return {
    responses,
    transport: {
      async request(sent) {
        const outcome = await request(transport, sent);
        if (outcome.kind === 'response') {
          responses.push({ name: requestName(sent.method, sent.url), response: outcome });
        }
        return outcome;
      },
    },
  };
}
