import type { CatalogueRunContract } from '@mkt/client';

type Contract = Pick<
  CatalogueRunContract,
  'inputSchema' | 'outputSchema' | 'requestExampleJson' | 'responseExampleJson'
>;

/** An example that a schema gives of the whole value, as JSON. */
function exampleIn(schema: Record<string, unknown> | undefined): string | undefined {
  const { examples, default: usual } = schema ?? {};
  const [first]: readonly unknown[] = Array.isArray(examples) ? examples : [];
  const shown = first ?? usual;
  return shown === undefined ? undefined : JSON.stringify(shown, null, 2);
}

/** What the seller gives as an example of an input, as JSON. */
export const exampleInput = ({ requestExampleJson, inputSchema }: Contract): string | undefined =>
  requestExampleJson ?? exampleIn(inputSchema);

/** What the seller gives as an example of a result, as JSON. */
export const exampleResult = ({
  responseExampleJson,
  outputSchema,
}: Contract): string | undefined => responseExampleJson ?? exampleIn(outputSchema);
