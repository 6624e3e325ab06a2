import type { OwnListing } from '@mkt/client';
import {
  type CatalogueListing,
  type Check,
  type CatalogueRunContract,
  type Health,
  isObject,
  LIMITS,
  type Listing,
  type Price,
  type Quality,
} from '@mkt/protocol';
import { resolved } from '../input/field-type.ts';
import type { Output } from '../terminal/output.ts';
import type { Style } from '../terminal/style.ts';
import { truncate } from '../terminal/text.ts';
import { checkLines } from './check.ts';
import { facts } from './facts.ts';
import { formatDuration, formatPrice, formatTime } from './price.ts';

/** Prints a listing whose state has changed. */
export function showState(output: Output, listing: Listing): void {
  output.result(listing, () => '');
  output.done(listing.listingState, listing.slug);
}

/** `healthy, 99.8% uptime in the last 24 h`. */
export function formatHealth({ status, uptime24h }: Health): string {
  const uptime = uptime24h === null ? '' : `, ${formatPercent(uptime24h)} uptime in the last 24 h`;
  return `${status.replaceAll('_', ' ')}${uptime}`;
}

/** `98.3%`, `95%`. A share that is not 1 never reads as 100%. */
const formatPercent = (share: number): string => {
  const percent = share < 1 ? Math.min(share * 100, 99.9) : 100;
  return `${percent.toFixed(1).replace(/\.0$/, '')}%`;
};

export const formatSuccess = (quality: Quality | null): string =>
  quality === null ? '' : formatPercent(quality.successRate);

/** The duration within which 95% of the completed calls ended. */
export const formatP95 = (quality: Quality | null): string =>
  typeof quality?.p95Ms === 'number' ? formatDuration(quality.p95Ms) : '';

const DAYS = `the last ${LIMITS.qualityDays} days`;

/**
 * `98.3% of 350 calls in the last 7 days, 95% within 118 ms, 12 inputs refused`; with too few calls it
 * says so.
 */
export function formatQuality(quality: Quality | null): string {
  if (quality === null) return `fewer than ${LIMITS.qualityCalls} calls in ${DAYS}`;
  const within = formatP95(quality);
  const share = `${formatSuccess(quality)} of ${quality.calls} calls in ${DAYS}`;
  const { refused } = quality;
  return [
    share,
    ...(within === '' ? [] : [`95% within ${within}`]),
    ...(refused === 0 ? [] : [`${refused} ${refused === 1 ? 'input' : 'inputs'} refused`]),
  ].join(', ');
}

const MAX_FIELDS = 12;

/** The fields of a schema, each with its type and whether it is required. */
export function describeInput(schema: unknown): string {
  return fieldsOf(schema, (name, field, isRequired) => {
    const notes = [describeType(field), ...(isRequired ? ['required'] : [])].filter(
      (note) => note !== '',
    );
    return notes.length > 0 ? `${name} (${notes.join(', ')})` : name;
  });
}

export const describeOutput = (schema: unknown): string => fieldsOf(schema, (name) => name);

function fieldsOf(
  root: unknown,
  describe: (name: string, field: unknown, isRequired: boolean) => string,
): string {
  const schema = resolved({ schema: root, root });
  if (!isObject(schema['properties'])) return describeType(schema);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const fields = Object.entries(schema['properties']).map(([name, field]) =>
    describe(name, resolved({ schema: field, root }), required.includes(name)),
  );
  const more = fields.length - MAX_FIELDS;
  return [...fields.slice(0, MAX_FIELDS), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function describeType(schema: unknown): string {
  if (!isObject(schema)) return '';
  const { type } = schema;
  if (Array.isArray(schema['enum'])) return 'enum';
  if (Array.isArray(type)) return type.filter((each) => typeof each === 'string').join(' or ');
  return typeof type === 'string' ? type : '';
}

interface Summary {
  title: string;
  category: string | null;
  price: Price;
  runContract: CatalogueRunContract & { endpointPath?: string };
}

/** A listing in three lines: title and price, input, output. */
export function listingLines(
  { title, category, price, runContract }: Summary,
  style: Style,
): string[] {
  const { method, endpointPath, inputSchema, outputSchema } = runContract;
  const terms = [...(category ? [category] : []), formatPrice(price)].join(' · ');
  const call = endpointPath === undefined ? method : `${method} ${endpointPath}`;
  const input = describeInput(inputSchema);
  const output = describeOutput(outputSchema);
  return [
    `${style.bold(title)}   ${terms}   ${call}`,
    ...(input ? [`  ${style.dim('input')}   ${input}`] : []),
    ...(output ? [`  ${style.dim('output')}  ${output}`] : []),
  ];
}

/** Everything about a listing, and the last review of your own; passed checks are only counted. */
export function listingFacts(
  shown: OwnListing | CatalogueListing,
  style: Style,
  { isVerbose }: { isVerbose: boolean },
): string {
  const { method, requestExampleJson, responseExampleJson } = shown.runContract;
  // Only the owner's view has the addresses.
  const { endpointPath, healthEndpoint } = shown.runContract as Partial<OwnListing['runContract']>;
  const { inputSchema, outputSchema } = shown.runContract;
  // Not by its `status`, which a newer marketplace may publish.
  const own = 'reviewChecks' in shown ? shown : undefined;
  const about = facts(
    [
      ['listing', shown.slug],
      ['title', shown.title],
      ['seller', shown.seller.name],
      ['description', shown.description],
      ['category', shown.category],
      ['tags', shown.tags?.join(', ')],
      ['status', own ? formatStatus(own) : shown.listingState],
      ['reason', own?.reviewRejectionReason],
      ['price', formatPrice(shown.price)],
      ['health', formatHealth(shown.health)],
      ['success', formatQuality(shown.quality)],
      ['slow inputs', own?.slowInputs ? String(own.slowInputs) : null],
      ['revision', String(shown.revision)],
      ['method', method],
      ['endpoint', endpointPath],
      ['health endpoint', healthEndpoint],
      ['input', describeInput(inputSchema)],
      ['output', describeOutput(outputSchema)],
      ['example input', requestExampleJson && shortened(requestExampleJson)],
      ['example output', responseExampleJson && shortened(responseExampleJson)],
      ['updated', formatTime(shown.updatedAt)],
      ['id', shown.id],
      ['review', own && formatReview(own.reviewChecks)],
    ],
    style,
  );
  const checks = (own?.reviewChecks ?? [])
    .filter(({ outcome }) => isVerbose || outcome !== 'passed')
    .flatMap((check) => checkLines(check, style));
  return [about, ...checks].join('\n');
}

/** `8 of 9 checks passed`; nothing before the first review. */
function formatReview(checks: readonly Check[]): string | null {
  const passed = checks.filter(({ outcome }) => outcome === 'passed').length;
  return checks.length === 0 ? null : `${passed} of ${checks.length} checks passed`;
}

/** An example may be a whole file, such as an image. */
const MAX_LENGTH = 500;

const shortened = (text: string): string =>
  text.length > MAX_LENGTH
    ? `${truncate(text, MAX_LENGTH)} (${text.length} characters; all of them: --json)`
    : text;

export const formatStatus = ({ status }: Pick<OwnListing, 'status'>) => status.replaceAll('_', ' ');
