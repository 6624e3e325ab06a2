/** One GET of a seller's health endpoint. */
export interface HealthProber {
  /**
   * Never rejects. `statusCode` is null if no response arrived in time or the signal was aborted.
   */
  probe(
    url: string,
    signal: AbortSignal,
  ): Promise<{ statusCode: number | null; latencyMs: number }>;
}
