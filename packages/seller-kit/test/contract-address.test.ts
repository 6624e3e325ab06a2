import { expressHandler } from '@mkt/seller-kit/express';
import express from 'express';
import { expect, it } from 'vitest';
import { listen, sendRaw } from './listen.ts';
import { sampleService } from './sample-service.ts';

/** The address in the contract of a service without baseUrl, mounted at a prefix. */
async function endpointFor(headers: string[]) {
  const url = await listen(express().use('/apis/text', expressHandler(sampleService())));
  const request = ['GET /apis/text/contract HTTP/1.1', 'Connection: close', ...headers, '', ''];
  const response = await sendRaw(url, request.join('\r\n'));
  const body = JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4)) as {
    error?: string;
    provider?: { runContract: { endpointPath: string } };
  };
  return body.provider?.runContract.endpointPath ?? body.error;
}

it.each([
  [['Host: localhost:8801'], 'http://localhost:8801/apis/text/run'],
  [['Host: [::1]:8801'], 'http://[::1]:8801/apis/text/run'],
  [
    ['Host: tunnel.example.com', 'X-Forwarded-Proto: https'],
    'https://tunnel.example.com/apis/text/run',
  ],
  [
    ['Host: tunnel.example.com', 'X-Forwarded-Proto: https,http'],
    'https://tunnel.example.com/apis/text/run',
  ],
  [['Host: a.example.com', 'X-Forwarded-Proto: javascript'], 'http://a.example.com/apis/text/run'],
  [['Host: a.example.com/path'], 'The Host header is not a valid host'],
  [['Host: me@a.example.com'], 'The Host header is not a valid host'],
  [['Host: a.example.com:99999'], 'The Host header is not a valid host'],
  [['Host: "><script>'], 'The Host header is not a valid host'],
  [['Host:'], 'The Host header is not a valid host'],
])('without baseUrl, a request with %j gets a contract with %s', async (headers, endpoint) => {
  expect(await endpointFor(headers)).toBe(endpoint);
});
