// Records one request in a hundred as a trace, and sends it to a collector.
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

const sample = new TraceIdRatioBasedSampler(Number(process.env.OTEL_TRACES_SAMPLER_ARG ?? 0.01));
const provider = new TracerProvider({
  resource: defaultResource().merge(resourceFromAttributes({ 'service.name': 'mkt-marketplace' })),
  // Not the buyer's decision: without the other two, a request that a buyer records would be recorded.
  sampler: new ParentBasedSampler({
    root: sample,
    remoteParentSampled: sample,
    remoteParentNotSampled: sample,
  }),
  spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
});
trace.setGlobalTracerProvider(provider);
