/** One GET of a seller's health endpoint. */
export interface HealthProber {
  /** Never rejects. `statusCode` is null when no response came in time, or the signal fired. */
  probe(
    url: string,
    signal: AbortSignal,
  ): Promise<{ statusCode: number | null; latencyMs: number }>;
}
