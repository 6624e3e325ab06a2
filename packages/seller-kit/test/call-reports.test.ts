import { logCall, ServiceError, type CallReport } from '@mkt/seller-kit';
import { newSigningSecret, signedRequest } from '@mkt/seller-kit/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { define } from './definition.ts';
import { recordingLogger } from './sample-service.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('onCall', () => {
  async function reportOf(changes: Record<string, unknown>, options = {}) {
    const reports: CallReport[] = [];
    const service = define({ onCall: (report: CallReport) => reports.push(report), ...changes });
    const response = await service.fetch(await signedRequest(service, {}, options));
    return { reports, status: response.status };
  }

  it('gets a report of each call, and of nothing else', async () => {
    const { reports } = await reportOf({}, { orderId: 'o-1' });
    expect(reports).toEqual([
      {
        service: 'Text length',
        orderId: 'o-1',
        status: 200,
        durationMs: expect.any(Number),
        error: undefined,
      },
    ]);
    const onCall = vi.fn<(report: CallReport) => void>();
    const service = define({ onCall });
    await service.fetch(new Request('http://localhost/run', { method: 'HEAD' }));
    await service.fetch(new Request('http://localhost/contract'));
    expect(onCall).not.toHaveBeenCalled();
  });

  it('gets the error that the caller got', async () => {
    const run = () => Promise.reject(new ServiceError(422, 'Not in this language'));
    const { reports } = await reportOf({ run });
    expect(reports).toMatchObject([{ status: 422, error: 'Not in this language' }]);
  });

  it('gets no order id of a call that was refused', async () => {
    const { reports } = await reportOf({}, { orderId: 'forged', secret: newSigningSecret() });
    expect(reports).toMatchObject([{ status: 401, orderId: undefined }]);
  });

  it('does not spoil a call when it throws', async () => {
    const logger = recordingLogger();
    const onCall = () => {
      throw new Error('no disk');
    };
    expect((await reportOf({ logger, onCall })).status).toBe(200);
    expect(logger.error.mock.calls.flat().join()).toContain('onCall threw');
  });

  it('must be a function', () => {
    expect(() => define({ onCall: true })).toThrow('onCall must be a function');
  });

  it('logCall prints one line, whatever the error says', () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const report = { service: 'Text', orderId: 'o-1', status: 400, durationMs: 2.6 };
    logCall({ ...report, error: 'bad\n\u001b[2Jinput' });
    expect(log.mock.calls).toEqual([
      [expect.stringMatching(/^[\d:]{8} Text 400 3 ms o-1 bad \[2Jinput$/)],
    ]);
  });
});

describe('a call that is refused for its signature', () => {
  it('is a warning, with what to do', async () => {
    const logger = recordingLogger();
    const service = define({ logger });
    await service.fetch(await signedRequest(service, {}, { secret: newSigningSecret() }));
    expect(logger.warn.mock.calls).toEqual([
      [expect.stringMatching(/refused a call with 401: The signature .*mkt secrets pull/)],
    ]);
    await service.fetch(await signedRequest(service, {}, { ageSeconds: 400 }));
    expect(logger.warn).toHaveBeenLastCalledWith(expect.stringContaining('Is the clock of this'));
  });

  it('is logged once a minute for each reason, so that no one can fill the log', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const logger = recordingLogger();
    const service = define({ logger });
    const wrong = await signedRequest(service, {}, { secret: newSigningSecret() });
    const refuse = () => service.fetch(wrong.clone());
    for (let count = 0; count < 100; count++) await refuse();
    expect(logger.warn).toHaveBeenCalledTimes(1);
    vi.setSystemTime(Date.now() + 61_000);
    await refuse();
    expect(logger.warn).toHaveBeenCalledTimes(2);
    expect(logger.warn).toHaveBeenLastCalledWith(expect.stringContaining('99 more since'));
  });

  it('is no warning if it was not signed at all, as when mkt publish sees that it is refused', async () => {
    const logger = recordingLogger();
    const service = define({ logger });
    const { status } = await service.fetch(new Request('http://localhost/run', { method: 'POST' }));
    expect([status, logger.warn.mock.calls, logger.info.mock.calls]).toEqual([
      401,
      [],
      [['[mkt] Text length refused an unsigned call with 401, as it should.']],
    ]);
  });
});
