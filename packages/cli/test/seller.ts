// A seller's service that tests change while it runs.
import { json, startSeller, type Handler, type Seller } from '../../../test-bed/seller.ts';

export interface TextSeller extends Seller {
  /** The `provider` of `GET /contract`. */
  provider: {
    title: string;
    description?: string;
    category?: string;
    tags?: string[];
    price: { amountCents: number; currency?: string; unit?: string };
    runContract: Record<string, unknown>;
  };
  /** Status of `HEAD` and `GET /run`. */
  probeStatus: number;
}

const INPUT_SCHEMA = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string' }, language: { type: 'string' } },
};

export const countWords: Handler = ({ body }) => {
  const { text } = JSON.parse(body.toString()) as { text: unknown };
  return json({ words: String(text).split(' ').length });
};

export async function startTextSeller(title = 'Text insights', path = '/run'): Promise<TextSeller> {
  const probe: Handler = () => ({ status: seller.probeStatus });
  const scripted = await startSeller({
    handlers: {
      'GET /': () => json({ name: title, description: 'A test seller.' }),
      'GET /contract': () => json({ provider: seller.provider }),
      [`HEAD ${path}`]: probe,
      [`GET ${path}`]: probe,
      [`POST ${path}`]: countWords,
    },
  });
  const seller: TextSeller = {
    ...scripted,
    provider: {
      title,
      description: 'Counts the words of a text.',
      category: 'data',
      price: { amountCents: 2 },
      runContract: {
        method: 'POST',
        endpointPath: `${scripted.url}${path}`,
        inputSchema: INPUT_SCHEMA,
        outputSchema: { type: 'object', properties: { words: { type: 'integer' } } },
      },
    },
    probeStatus: 200,
  };
  return seller;
}
