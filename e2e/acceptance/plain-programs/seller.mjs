// A seller's service by the table of routes in docs/reference/seller-interface.md alone, on Node's HTTP server: no
// kit, and no signatures. Usage: node seller.mjs. Prints its port, then each request to /run as a line.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  const { method, url, headers } = request;
  const base = `http://${headers.host}`;
  const reply = (status, value) => {
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Access-Control-Allow-Origin': '*',
    });
    response.end(value === undefined ? undefined : JSON.stringify(value));
  };
  const contract = {
    provider: {
      title: 'Reverse a text',
      description: 'Returns the characters of a text in reverse order.',
      category: 'data',
      tags: ['text'],
      price: { currency: 'EUR', amountCents: 3, unit: 'call' },
      runContract: {
        method: 'POST',
        endpointPath: `${base}/run`,
        healthEndpoint: `${base}/health`,
        inputSchema: {
          type: 'object',
          required: ['text'],
          properties: { text: { type: 'string' } },
        },
        outputSchema: {
          type: 'object',
          required: ['reversed'],
          properties: { reversed: { type: 'string' } },
        },
      },
    },
  };

  if (url === '/run') console.log(`${method} /run`);
  if (method === 'GET' && url === '/') {
    reply(200, { name: 'Reverse', description: 'Reverses a text.' });
  } else if (method === 'GET' && url === '/contract') {
    reply(200, contract);
  } else if (method === 'GET' && url === '/health') {
    reply(200, { status: 'ok' });
  } else if ((method === 'HEAD' || method === 'GET') && url === '/run') {
    reply(200);
  } else if (method === 'POST' && url === '/run') {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const { text } = JSON.parse(body);
      // So that a buyer sees the order before it is completed.
      const delayMs = text.startsWith('slow') ? 400 : 0;
      setTimeout(() => reply(200, { reversed: [...text].toReversed().join('') }), delayMs);
    });
  } else {
    reply(404, { error: 'Not found' });
  }
});

server.listen(0, '127.0.0.1', () => console.log(server.address().port));
