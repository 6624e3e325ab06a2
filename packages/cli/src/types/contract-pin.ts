import { createHash } from 'node:crypto';
import { isObject, type CatalogueListing, type Listing } from '@mkt/protocol';

/** The contract that types were made from. */
export interface ContractPin {
  revision: number;
  /** Fingerprints of the schemas: the same for the same JSON, whatever the order of its members. */
  input: string;
  output: string;
}

export function pinOf({ revision, runContract }: Listing | CatalogueListing): ContractPin {
  const { inputSchema, outputSchema } = runContract;
  return { revision, input: fingerprint(inputSchema), output: fingerprint(outputSchema) };
}

const FINGERPRINT_LENGTH = 16;

const fingerprint = (schema: unknown): string =>
  createHash('sha256')
    .update(canonical(schema ?? null))
    .digest('hex')
    .slice(0, FINGERPRINT_LENGTH);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(
          Object.entries(inner).toSorted(([left], [right]) => (left < right ? -1 : 1)),
        )
      : inner,
  );

/** What changed about a listing since its types were written. */
export interface ContractChange {
  slug: string;
  from: number;
  to: number;
  input: boolean;
  output: boolean;
}

export function changeOf(
  slug: string,
  before: ContractPin,
  now: ContractPin,
): ContractChange | undefined {
  const [input, output] = [before.input !== now.input, before.output !== now.output];
  if (before.revision === now.revision && !input && !output) return undefined;
  return { slug, from: before.revision, to: now.revision, input, output };
}

/** A change in one line. */
export function describeChange({ slug, from, to, input, output }: ContractChange): string {
  const sides = [...(input ? ['input'] : []), ...(output ? ['output'] : [])];
  const what = sides.length > 0 ? `${sides.join(' and ')} changed` : 'price or call changed';
  return `${slug}   revision ${from} → ${to}: ${what}`;
}
