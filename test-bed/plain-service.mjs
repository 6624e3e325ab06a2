// A seller's service that uses nothing of ours, as `mkt dev` meets it. Tests copy it and change it.
import { createServer } from 'node:http';

const title = 'Word count';
/** Where it is mounted: one service at each path. */
const mounts = (process.env.MOUNTS ?? '').split(',');
const count = (text) => ({ words: text.split(' ').length });

const text = { type: 'string' };
const contract = (url, name) => ({
  provider: {
    title: name,
    description: 'Counts the words of a text.',
    category: 'data',
    price: { amountCents: 2 },
    runContract: {
      method: 'POST',
      endpointPath: `${url}/run`,
      healthEndpoint: `${url}/health`,
      inputSchema: { type: 'object', required: ['text'], properties: { text } },
      outputSchema: { type: 'object', properties: { words: { type: 'integer' } } },
      requestExampleJson: '{"text":"Hello there."}',
      responseExampleJson: '{"words":2}',
    },
  },
});

async function bodyOf(request) {
  let body = '';
  for await (const chunk of request) body += chunk;
  return JSON.parse(body);
}

async function answer(request) {
  const { method, headers } = request;
  const mount = mounts.find((each) => request.url.startsWith(`${each}/`));
  if (mount === undefined) return [404, { error: 'Not found.' }];
  const url = request.url.slice(mount.length);
  const name = mounts.length > 1 ? `${title} ${mount.slice(1)}` : title;
  if (url === '/contract') return [200, contract(`http://${headers.host}${mount}`, name)];
  if (url === '/') return [200, { name: title, description: 'Counts words.' }];
  if (url === '/health') return [200, { status: 'ok' }];
  if (url === '/run' && method !== 'POST') return [200];
  if (url === '/run') return [200, count((await bodyOf(request)).text)];
  return [404, { error: 'Not found.' }];
}

const respond = async (request, response) => {
  const [status, body] = await answer(request);
  response.writeHead(status, {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
  });
  response.end(JSON.stringify(body));
};

const server = createServer((request, response) => void respond(request, response));
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const address = `http://127.0.0.1:${server.address().port}`;
  process.stdout.write(`listening on ${address}\n`);
  for (const mount of mounts.filter(Boolean)) process.stdout.write(`  ${address}${mount}\n`);
});
