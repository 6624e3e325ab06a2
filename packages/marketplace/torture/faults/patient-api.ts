import type { Answer, Api, RequestOptions } from '../../test/api.ts';

/** A promise that was not kept under a fault. */
export class FaultBroke extends Error {
  constructor(what: string, answer?: Pick<Answer, 'status' | 'text'>, options?: ErrorOptions) {
    super(answer ? `${what}: ${answer.status} ${answer.text}` : what, options);
    this.name = 'FaultBroke';
  }
}

/** A client that asks again when the storage is not available, and holds every refusal to its form. */
export interface PatientApi {
  ask(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  /** Answers that said that the storage is not available. */
  refusals(): number;
}

const MAX_TRIES = 60;

function checkRefusal(answer: Answer, readsGoOn: boolean, method: string): void {
  const isInForm =
    answer.body?.type === 'storage_unavailable' && answer.headers.get('retry-after') !== null;
  if (!isInForm) throw new FaultBroke('a fault of the storage is told as one', answer);
  if (readsGoOn && method === 'GET') throw new FaultBroke('reads go on', answer);
}

export function patientApi(api: Api, { readsGoOn }: { readsGoOn: boolean }): PatientApi {
  let refusals = 0;
  return {
    async ask(method, path, body, options) {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const answer = await api.request(method, path, body, options);
        if (answer.status < 500) return answer;
        checkRefusal(answer, readsGoOn, method);
        refusals += 1;
      }
      throw new FaultBroke(`${method} ${path} works again`);
    },
    refusals: () => refusals,
  };
}
