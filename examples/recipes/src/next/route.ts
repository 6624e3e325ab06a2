// app/text/[[...path]]/route.ts
import { service } from '../service.ts';

export const GET = service.fetch;
export const HEAD = service.fetch;
export const POST = service.fetch;
export const OPTIONS = service.fetch;
