import type { Random } from '../random.ts';
import { mutateJson, mutateText, writeJson } from './hostile-json.ts';
import { mutateHead } from './mutate-head.ts';
import { requestOf } from './draft-request.ts';
import { draft } from './operations.ts';
import type { FuzzRequest } from './request.ts';
import type { Targets } from './targets.ts';
import { unframe } from './break-framing.ts';

const UNFRAMED_SHARE = 0.06;
const UNCHANGED_SHARE = 0.05;
/** Node's parser allows 16 KiB; beyond that the response comes before the end of the request. */
const HEAD_BYTES = 12_000;
const TARGET = /^(?:\/|\*$|https?:\/\/[^/])/;
/** The limit is 256 KiB. */
const BODY_BYTES = 200_000;

const headSize = ({ target, headers }: FuzzRequest) =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, target.length);

/** The request with this number; it depends on the seed, the number and the targets only. */
export function generateRequest(
  targets: Targets,
  seeded: Random,
  number: number,
  apiKey: string,
): FuzzRequest {
  const random = seeded.stream(number);
  const drafted = draft(targets, random);
  const mutations: string[] = [];
  const unchanged = random.chance(UNCHANGED_SHARE);
  const json = drafted.draft.json !== undefined;
  const request: FuzzRequest = {
    number,
    ...requestOf(drafted, apiKey, (value) => {
      if (unchanged) return Buffer.from(writeJson(value));
      let mutated = value;
      for (let i = random.int(0, 2); i > 0; i -= 1) mutated = mutateJson(mutated, random);
      const text = Buffer.from(writeJson(mutated));
      if (!random.chance(0.2)) return text;
      mutations.push('bytes of the body');
      return mutateText(text, random);
    }),
  };
  if (!unchanged && drafted.draft.form && request.body && random.chance(0.6)) {
    mutations.push('bytes of the form');
    request.body = mutateText(request.body, random);
  }
  request.mutations.push(...mutations);
  if (unchanged) return request;
  for (let i = random.int(json ? 0 : 1, 2); i > 0; i -= 1) mutateHead(request, random);
  if (random.chance(UNFRAMED_SHARE)) return unframe(request, random);
  // Node's parser refuses it before there is a request.
  const noTarget = !TARGET.test(request.target);
  const large = headSize(request) > HEAD_BYTES || (request.body?.length ?? 0) > BODY_BYTES;
  return large || noTarget ? { ...request, alone: true } : request;
}
