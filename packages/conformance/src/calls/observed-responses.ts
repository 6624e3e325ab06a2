import { requestName } from './ping.ts';
import { request, type Transport, type TransportResponse } from '../transport.ts';

export interface ObservedAnswer {
  /** `GET /contract` */
  name: string;
  answer: TransportResponse;
}

/** A transport that remembers every answer, so that rules of all answers are held against all. */
export function observeAnswers(transport: Transport): {
  transport: Transport;
  answers: readonly ObservedAnswer[];
} {
  const answers: ObservedAnswer[] = [];
  return {
    answers,
    transport: {
      async request(asked) {
        const outcome = await request(transport, asked);
        if (outcome.kind === 'response') {
          answers.push({ name: requestName(asked.method, asked.url), answer: outcome });
        }
        return outcome;
      },
    },
  };
}
