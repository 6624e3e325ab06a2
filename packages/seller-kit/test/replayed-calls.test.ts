import { memoryReplayStore } from '@mkt/seller-kit';
import { callService, newSigningSecret, signedRequest } from '@mkt/seller-kit/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { recordingLogger, sampleService, type Run } from './sample-service.ts';

describe('a replayed call', () => {
  const REPLAYED = { error: 'This call has already been received' };

  it('is refused', async () => {
    const service = sampleService();
    const request = await signedRequest(service, { text: 'a' });
    expect((await service.fetch(request.clone())).status).toBe(200);
    const again = await service.fetch(request);
    expect([again.status, await again.json()]).toEqual([401, REPLAYED]);
  });

  it('is refused for the order, whatever else is new', async () => {
    const service = sampleService();
    const orderId = 'order-1';
    expect((await callService(service, { text: 'a' }, { orderId })).status).toBe(200);
    const again = await callService(service, { text: 'b' }, { orderId, ageSeconds: 10 });
    expect([again.status, again.body]).toEqual([401, REPLAYED]);
  });

  it('is accepted once when it comes a hundred times at once', async () => {
    const run = vi.fn<Run>(async () => ({ length: 1 }));
    const service = sampleService({ run });
    const request = await signedRequest(service, { text: 'a' });
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => service.fetch(request.clone())),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(99);
    expect(run).toHaveBeenCalledOnce();
  });

  it('is not remembered from a call whose signature was bad', async () => {
    const service = sampleService();
    const forged = await callService(
      service,
      { text: 'a' },
      {
        orderId: 'o',
        secret: newSigningSecret(),
      },
    );
    const genuine = await callService(service, { text: 'a' }, { orderId: 'o' });
    expect([forged.status, genuine.status]).toEqual([401, 200]);
  });

  it('is accepted with replay: false', async () => {
    const service = sampleService({ replay: false });
    const request = await signedRequest(service, { text: 'a' });
    expect((await service.fetch(request.clone())).status).toBe(200);
    expect((await service.fetch(request)).status).toBe(200);
  });

  it('is refused by a store that two processes share', async () => {
    const replay = memoryReplayStore();
    const first = sampleService({ replay });
    const second = sampleService({ replay });
    const request = await signedRequest(first, { text: 'a' });
    expect((await first.fetch(request.clone())).status).toBe(200);
    expect((await second.fetch(request)).status).toBe(401);
  });

  it.each([
    ['returns something other than true', async () => 'OK' as never],
    ['returns false', async () => false],
  ])('is assumed when the store %s', async (_, add) => {
    const { status, body } = await callService(sampleService({ replay: { add } }), { text: 'a' });
    expect([status, body]).toEqual([401, REPLAYED]);
  });

  it('is assumed when the store fails: the call is refused and the reason logged', async () => {
    const logger = recordingLogger();
    const run = vi.fn<Run>(() => ({ length: 1 }));
    const replay = { add: () => Promise.reject(new Error('redis://:hunter2@db is down')) };
    const { status, body } = await callService(sampleService({ replay, logger, run }), {
      text: 'a',
    });
    expect([status, body]).toEqual([
      503,
      { error: 'The service cannot check for replayed calls right now' },
    ]);
    expect(logger.error).toHaveBeenCalledOnce();
    expect(run).not.toHaveBeenCalled();
  });

  it('is assumed when the store does not respond within 5 s, whatever it says later', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const logger = recordingLogger();
    const run = vi.fn<Run>(() => ({ length: 1 }));
    const asked = Promise.withResolvers<void>();
    const added = Promise.withResolvers<boolean>();
    const add = () => {
      asked.resolve();
      return added.promise;
    };
    const service = sampleService({ replay: { add }, logger, run });
    const outcome = callService(service, { text: 'a' });
    await asked.promise;
    vi.advanceTimersByTime(5_000);
    expect((await outcome).status).toBe(503);
    expect(String(logger.error.mock.lastCall?.[1])).toContain('did not respond within 5 s');
    added.resolve(true);
    await added.promise;
    expect(run).not.toHaveBeenCalled();
  });

  it('leaves no timer behind when the store responds in time', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const service = sampleService({ replay: { add: async () => true } });
    expect((await callService(service, { text: 'a' })).status).toBe(200);
    expect(vi.getTimerCount()).toBe(0);
  });
});
